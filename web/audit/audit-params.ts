import { pathWith, readParam } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { type AuditFilter, auditQuerySchema } from '#worker/audit/contract.ts'

export type AuditParams = { filter: AuditFilter; before: number | undefined }

const { shape } = auditQuerySchema

export const parseAuditParams = (query: URLSearchParams): AuditParams => ({
  filter: {
    event: readParam(query, 'event', shape.event),
    actorId: readParam(query, 'person', shape.actorId),
    day: readParam(query, 'day', shape.day),
  },
  before: readParam(query, 'before', shape.before),
})

export const auditPath = ({ event, actorId, day }: AuditFilter, before?: number): string =>
  pathWith(paths.audit, { event, person: actorId, day, before })

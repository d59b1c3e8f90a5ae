import { pathWith, readParam } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { type AllAuditFilter, allAuditQuerySchema } from '#worker/audit/contract.ts'
import type { AllAuditPage } from './admin-queries.ts'

const { shape } = allAuditQuerySchema

export const parseAllAuditParams = (query: URLSearchParams): AllAuditPage => ({
  email: readParam(query, 'email', shape.email),
  organizationId: readParam(query, 'organization', shape.organizationId),
  event: readParam(query, 'event', shape.event),
  day: readParam(query, 'day', shape.day),
  before: readParam(query, 'before', shape.before),
})

export const allAuditPath = ({ organizationId, ...filter }: AllAuditFilter, before?: number): string =>
  pathWith(paths.adminAudit, { ...filter, organization: organizationId, before })

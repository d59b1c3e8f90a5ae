import type * as z from 'zod'
import { paths } from '#web/paths.ts'
import { type AuditFilter, auditQuerySchema } from '#worker/audit/contract.ts'

export type AuditParams = { filter: AuditFilter; before: number | undefined }

const { shape } = auditQuerySchema

function read<Value>(schema: z.ZodType<Value>, text: string | null): Value | undefined {
  const result = schema.safeParse(text ?? undefined)
  return result.success ? result.data : undefined
}

/** Invalid parameters are ignored. */
export function parseAuditParams(query: URLSearchParams): AuditParams {
  return {
    filter: {
      event: read(shape.event, query.get('event')),
      actorId: read(shape.actorId, query.get('person')),
      day: read(shape.day, query.get('day')),
    },
    before: read(shape.before, query.get('before')),
  }
}

export function auditPath({ event, actorId, day }: AuditFilter, before?: number): string {
  const query = new URLSearchParams()
  const parts = { event, person: actorId, day, before }
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? paths.audit : `${paths.audit}?${query}`
}

export const isFiltered = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

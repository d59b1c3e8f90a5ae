import { paths } from '#web/paths.ts'
import { type AllAuditFilter, allAuditQuerySchema } from '#worker/audit/contract.ts'
import type { AllAuditPage } from './admin-queries.ts'

const { event, day, email, organizationId, before } = allAuditQuerySchema.shape

/** Invalid parameters are ignored. */
export function parseAllAuditParams(query: URLSearchParams): AllAuditPage {
  const text = (name: string) => query.get(name) || undefined
  return {
    email: email.safeParse(text('email')).data,
    organizationId: organizationId.safeParse(text('organization')).data,
    event: event.safeParse(text('event')).data,
    day: day.safeParse(text('day')).data,
    before: before.safeParse(text('before')).data,
  }
}

export function allAuditPath(filter: AllAuditFilter, older?: number): string {
  const query = new URLSearchParams()
  const parts = {
    email: filter.email,
    organization: filter.organizationId,
    event: filter.event,
    day: filter.day,
    before: older,
  }
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? paths.adminAudit : `${paths.adminAudit}?${query}`
}

import type { events } from '#db/schema/index.ts'
import type { WebhookEvent } from './contract.ts'

/** The body of the request. Cast: we insert only events of the contract. */
export const toEvent = (event: typeof events.$inferSelect): WebhookEvent => ({
  id: event.id,
  type: event.type as WebhookEvent['type'],
  timestamp: event.createdAt.toISOString(),
  live: event.live,
  organizationId: event.organizationId,
  data: event.data,
})

import { and, arrayContains, eq, isNull, sql } from 'drizzle-orm'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { WebhookEventType } from './contract.ts'
import { enqueueEndpoints } from './enqueue.ts'

export type NewEvent = {
  organizationId: string
  type: WebhookEventType
  /** Events of test tokens go to test endpoints. */
  live?: boolean
  data: Record<string, string | number | boolean | null>
}

/** For the endpoints that are enabled now. Delivered after the commit. */
export async function addEvent(
  tx: Transaction,
  { organizationId, type, live = true, data }: NewEvent,
): Promise<void> {
  const endpoints = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, organizationId), isSubscribed(type, live)))
    .orderBy(webhookEndpoints.id)
  await deliverEvent(
    tx,
    { organizationId, type, live, data },
    endpoints.map(({ id }) => id),
  )
}

/** Organizations that hear of an event that isn't about one of them. */
export async function findSubscribers(tx: Transaction, type: WebhookEventType): Promise<string[]> {
  const found = await tx
    .selectDistinct({ organizationId: webhookEndpoints.organizationId })
    .from(webhookEndpoints)
    .where(isSubscribed(type, true))
    .orderBy(webhookEndpoints.organizationId)
  return found.map(({ organizationId }) => organizationId)
}

const isSubscribed = (type: WebhookEventType, live: boolean) =>
  and(
    eq(webhookEndpoints.live, live),
    arrayContains(webhookEndpoints.events, [type]),
    isNull(webhookEndpoints.disabledAt),
  )

type DeliveredEvent = Omit<NewEvent, 'type'> & { type: string; live: boolean }

export async function deliverEvent(
  tx: Transaction,
  event: DeliveredEvent,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return
  const id = `event_${randomBase62(22)}`
  await tx.insert(events).values({ id, ...event })
  await tx
    .insert(webhookDeliveries)
    .values(endpointIds.map((endpointId) => ({ eventId: id, endpointId, nextTryAt: sql`now()` })))
  tx.afterCommit(() => enqueueEndpoints(tx.ctx, endpointIds))
}

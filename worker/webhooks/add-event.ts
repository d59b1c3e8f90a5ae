import { and, arrayContains, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { TEST_EVENT, WebhookEventType } from './contract.ts'
import { enqueueEndpoints } from './enqueue.ts'

type Event = {
  type: WebhookEventType | typeof TEST_EVENT
  /** Events of test tokens go to test endpoints. */
  live?: boolean
  data: Record<string, string | number | boolean | null>
}

export type NewEvent = Event & { type: WebhookEventType; organizationId: string }

/** For the organization's endpoints that selected it and are enabled now. Delivered after the commit. */
export const addEvent = (tx: Transaction, { organizationId, ...event }: NewEvent): Promise<void> =>
  addEventWhere(tx, event, and(isSubscribed(event), eq(webhookEndpoints.organizationId, organizationId)))

/** What isn't about one organization: an event for each that selected it. */
export const addEventForAll = (tx: Transaction, event: Event): Promise<void> =>
  addEventWhere(tx, event, isSubscribed(event))

const isSubscribed = ({ type, live = true }: Event) =>
  and(
    eq(webhookEndpoints.live, live),
    arrayContains(webhookEndpoints.events, [type]),
    isNull(webhookEndpoints.disabledAt),
  )

export async function addEventWhere(
  tx: Transaction,
  { type, live = true, data }: Event,
  where: SQL | undefined,
): Promise<void> {
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, organizationId: webhookEndpoints.organizationId })
    .from(webhookEndpoints)
    .where(where)
    .orderBy(webhookEndpoints.id)
  if (endpoints.length === 0) return
  const ids = new Map(endpoints.map(({ organizationId }) => [organizationId, `event_${randomBase62(22)}`]))
  await tx
    .insert(events)
    .values(Array.from(ids, ([organizationId, id]) => ({ id, organizationId, type, live, data })))
  await tx.insert(webhookDeliveries).values(
    endpoints.map(({ id: endpointId, organizationId }) => ({
      eventId: ids.get(organizationId) ?? '',
      endpointId,
      nextTryAt: sql`now()`,
    })),
  )
  tx.afterCommit(() =>
    enqueueEndpoints(
      tx.ctx,
      endpoints.map(({ id }) => id),
    ),
  )
}

import { and, arrayContains, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { groupsOf } from '#worker/lib/groups-of.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { TEST_EVENT, WebhookEventType } from './contract.ts'
import { enqueueEndpoints } from './enqueue.ts'

/** A statement takes 65,535 parameters. */
const MAX_ROWS = 5_000

type Event = {
  type: WebhookEventType | typeof TEST_EVENT
  live?: boolean
  data: Record<string, string | number | boolean | null | readonly string[]>
}

export type NewEvent = Event & { type: WebhookEventType; organizationId: string }

/** For the organization's endpoints that selected it and are enabled now, and for its list of events. */
export const addEvent = (tx: Transaction, { organizationId, ...event }: NewEvent): Promise<void> =>
  addEventWhere(tx, event, and(isSubscribed(event), eq(webhookEndpoints.organizationId, organizationId)), [
    organizationId,
  ])

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
  /** These organizations get the event in their list even without such an endpoint. */
  listing: readonly string[] = [],
): Promise<void> {
  // Locked, so that none is deleted or disabled meanwhile.
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, organizationId: webhookEndpoints.organizationId })
    .from(webhookEndpoints)
    .where(where)
    .orderBy(webhookEndpoints.id)
    .for('key share')
  const organizationIds = [...listing, ...endpoints.map(({ organizationId }) => organizationId)]
  const ids = new Map(organizationIds.map((organizationId) => [organizationId, `event_${randomBase62(22)}`]))
  const transaction = sql`pg_current_xact_id()::text::bigint`
  for (const group of groupsOf([...ids], MAX_ROWS))
    await tx
      .insert(events)
      .values(group.map(([organizationId, id]) => ({ id, organizationId, type, live, data, transaction })))
  for (const group of groupsOf(endpoints, MAX_ROWS))
    await tx.insert(webhookDeliveries).values(
      group.map(({ id: endpointId, organizationId }) => ({
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

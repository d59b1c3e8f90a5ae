import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { oneRow } from '#worker/transaction.ts'
import { DELIVERY_PAGE_SIZE, type Delivery, type WebhookEndpoint } from './contract.ts'
import { toEvent } from './list-events.ts'

const RECENT_SECONDS = 86_400

export const listEndpoints = ({ db }: Context, organizationId: string): Promise<WebhookEndpoint[]> =>
  selectEndpoints(db, eq(webhookEndpoints.organizationId, organizationId))

export type EndpointId = { organizationId: string; endpointId: string }

export const isEndpoint = ({ organizationId, endpointId }: EndpointId) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.organizationId, organizationId))

export const findEndpoint = async (db: Queries, id: EndpointId): Promise<WebhookEndpoint> =>
  oneRow(await selectEndpoints(db, isEndpoint(id)))

async function selectEndpoints(db: Queries, where: SQL | undefined): Promise<WebhookEndpoint[]> {
  const count = (state: Delivery['state']) =>
    sql<number>`count(${webhookDeliveries.id}) filter (where ${webhookDeliveries.state} = ${state})::int`
  const rows = await db
    .select({
      endpoint: webhookEndpoints,
      recent: { pending: count('pending'), delivered: count('delivered'), failed: count('failed') },
    })
    .from(webhookEndpoints)
    .leftJoin(
      webhookDeliveries,
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        gt(webhookDeliveries.createdAt, secondsAgo(RECENT_SECONDS)),
      ),
    )
    .where(where)
    .groupBy(webhookEndpoints.id)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(({ endpoint, recent }) => ({
    ...withIsoDates(
      pick(
        endpoint,
        'id',
        'url',
        'description',
        'live',
        'disabledAt',
        'disabledReason',
        'failingSince',
        'oldSecretUntil',
        'createdAt',
      ),
    ),
    // Cast: we insert only events of the contract.
    events: endpoint.events as WebhookEndpoint['events'],
    recent,
  }))
}

type DeliveriesOf = EndpointId & { before?: number | undefined }

export async function listDeliveries({ db }: Context, { before, ...id }: DeliveriesOf): Promise<Delivery[]> {
  const [endpoint] = await db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isEndpoint(id))
  if (!endpoint) throw new AppError('WEBHOOK_NOT_FOUND')
  const rows = await db
    .select({ delivery: webhookDeliveries, event: events })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, id.endpointId),
        before === undefined ? undefined : lt(webhookDeliveries.id, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(DELIVERY_PAGE_SIZE)
  return rows.map(({ delivery, event }) => ({
    ...withIsoDates(pick(delivery, 'id', 'state', 'nextTryAt', 'attempts')),
    event: toEvent(event),
  }))
}

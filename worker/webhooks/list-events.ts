import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { events } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { EventList, WebhookEvent } from './contract.ts'

type Input = { organizationId: string; isTest: boolean; after: string | undefined; limit: number }

/** Lists an event once no earlier transaction is in progress, so that none appears before a place that a caller has read. */
export async function listEvents({ db }: Context, input: Input): Promise<EventList> {
  const { organizationId, isTest, after, limit } = input
  const own = and(eq(events.organizationId, organizationId), eq(events.live, !isTest))
  const listed = and(own, sql`${events.transaction} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`)
  const place = sql`(${events.transaction}, ${events.id})`
  if (after === 'latest') {
    const newest = db.select({ id: events.id }).from(events).where(listed)
    const [event] = await newest.orderBy(desc(events.transaction), desc(events.id)).limit(1)
    return { events: [], next: event?.id ?? null }
  }
  // A webhook can bring its ID before it is listed.
  const [seen] = after
    ? await db
        .select()
        .from(events)
        .where(and(own, eq(events.id, after)))
    : []
  if (after && !seen) throw new AppError('EVENT_NOT_FOUND')
  const found = await db
    .select()
    .from(events)
    .where(and(listed, seen && sql`${place} > (${seen.transaction}::bigint, ${seen.id})`))
    .orderBy(asc(events.transaction), asc(events.id))
    .limit(limit)
  return { events: found.map(toEvent), next: found.at(-1)?.id ?? after ?? null }
}

/** Also the body of a webhook. Cast: we insert only events of the contract. */
export const toEvent = (event: typeof events.$inferSelect): WebhookEvent => ({
  id: event.id,
  type: event.type as WebhookEvent['type'],
  timestamp: event.createdAt.toISOString(),
  live: event.live,
  organizationId: event.organizationId,
  data: event.data,
})

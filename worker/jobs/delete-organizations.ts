import { and, eq, inArray, isNull, lte, ne, notExists } from 'drizzle-orm'
import { apiActivities, organizations, subscriptions } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { refreshOrganization } from '#worker/quota/cached-quotas.ts'
import { deleteInBatches, type JobResult } from './job.ts'

const CALL_LIMITS = { size: 5_000, batches: 20 }
const MAX_ORGANIZATIONS = 50

/**
 * An organization can have any number of calls, so they are deleted in batches first. It stays as long as its subscription
 * renews: without it, nothing would cancel the subscription.
 */
export async function deleteOrganizations(ctx: Context): Promise<JobResult> {
  const renewing = ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.organizationId, organizations.id),
        ne(subscriptions.status, 'canceled'),
        isNull(subscriptions.cancelAt),
      ),
    )
  const isDue = and(lte(organizations.deleteAt, now), notExists(renewing))
  const due = await ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isDue)
    .orderBy(organizations.deleteAt)
    .limit(MAX_ORGANIZATIONS)
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return { counts: { calls: 0, organizations: 0 }, hasMore: false }
  const calls = await deleteInBatches(ctx, CALL_LIMITS, apiActivities, {
    where: inArray(apiActivities.organizationId, ids),
  })
  if (calls.hasMore) return { counts: { calls: calls.count, organizations: 0 }, hasMore: true }
  const deleted = await ctx.db
    .delete(organizations)
    .where(and(inArray(organizations.id, ids), isDue))
    .returning({ id: organizations.id })
  await Promise.all(deleted.map(({ id }) => refreshOrganization(ctx, id)))
  return {
    counts: { calls: calls.count, organizations: deleted.length },
    hasMore: ids.length === MAX_ORGANIZATIONS,
  }
}

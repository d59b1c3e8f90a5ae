import { and, eq, inArray, isNull, lte, ne, notExists } from 'drizzle-orm'
import {
  apiActivities,
  auditEntries,
  batches,
  events,
  monitorChanges,
  organizations,
  recordChain,
  records,
  subscriptions,
} from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { refreshOrganization } from '#worker/quota/refresh-organization.ts'
import type { JobCounts } from './contract.ts'
import { deleteInBatches, forEachRow, type JobResult } from './job.ts'

const LIMITS = { size: 5_000, batches: 20 }
/** A batch has up to 200 chunks of rows. */
const BATCH_LIMITS = { size: 100, batches: 20 }
const MAX_ORGANIZATIONS = 50
/** Longer than a transaction takes: a restore that began before the deletion was due has ended by then. */
const RESTORE_SECONDS = 60
const large = [
  ['calls', apiActivities, LIMITS],
  ['records', records, LIMITS],
  ['chain', recordChain, LIMITS],
  ['events', events, LIMITS],
  ['batches', batches, BATCH_LIMITS],
  ['changes', monitorChanges, LIMITS],
  ['auditEntries', auditEntries, LIMITS],
] as const

/**
 * An organization can have any number of these rows, so they are deleted in batches first. It stays as long as its
 * subscription renews: without it, nothing would cancel the subscription.
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
  const isDue = and(lte(organizations.deleteAt, secondsAgo(RESTORE_SECONDS)), notExists(renewing))
  const due = await ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isDue)
    .orderBy(organizations.deleteAt)
    .limit(MAX_ORGANIZATIONS)
  const ids = due.map(({ id }) => id)
  const counts: JobCounts & { organizations: number } = { organizations: 0 }
  if (ids.length === 0) return { counts, hasMore: false }
  for (const [name, table, limits] of large) {
    const where = inArray(table.organizationId, ids)
    const { count, hasMore } = await deleteInBatches(ctx, limits, table, { where })
    counts[name] = count
    if (hasMore) return { counts, hasMore }
  }
  await forEachRow(ids, async (id) => {
    const { rowCount } = await ctx.db.delete(organizations).where(and(eq(organizations.id, id), isDue))
    if (rowCount === 0) return
    counts.organizations++
    await refreshOrganization(ctx, id)
  })
  return { counts, hasMore: ids.length === MAX_ORGANIZATIONS }
}

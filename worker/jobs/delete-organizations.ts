import { and, eq, inArray, isNull, lte, ne, notExists } from 'drizzle-orm'
import {
  apiActivities,
  auditEntries,
  events,
  monitorChanges,
  organizations,
  recordChain,
  records,
  subscriptions,
} from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { refreshOrganization } from '#worker/quota/refresh-organization.ts'
import { deleteInBatches, type JobResult } from './job.ts'

const LIMITS = { size: 5_000, batches: 20 }
const MAX_ORGANIZATIONS = 50
const large = [
  ['calls', apiActivities],
  ['records', records],
  ['chain', recordChain],
  ['monitorChanges', monitorChanges],
  ['events', events],
  ['auditEntries', auditEntries],
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
  const isDue = and(lte(organizations.deleteAt, now), notExists(renewing))
  const due = await ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isDue)
    .orderBy(organizations.deleteAt)
    .limit(MAX_ORGANIZATIONS)
  const ids = due.map(({ id }) => id)
  const counts = {
    calls: 0,
    records: 0,
    chain: 0,
    monitorChanges: 0,
    events: 0,
    auditEntries: 0,
    organizations: 0,
  }
  if (ids.length === 0) return { counts, hasMore: false }
  for (const [name, table] of large) {
    const where = inArray(table.organizationId, ids)
    const { count, hasMore } = await deleteInBatches(ctx, LIMITS, table, { where })
    counts[name] = count
    if (hasMore) return { counts, hasMore }
  }
  const errors: unknown[] = []
  for (const id of ids) {
    const { rowCount } = await ctx.db
      .delete(organizations)
      .where(and(eq(organizations.id, id), isDue))
      .catch((error: unknown) => {
        errors.push(error)
        return { rowCount: 0 }
      })
    if (rowCount === 0) continue
    counts.organizations++
    await refreshOrganization(ctx, id)
  }
  if (errors.length > 0) throw errors[0]
  return { counts, hasMore: ids.length === MAX_ORGANIZATIONS }
}

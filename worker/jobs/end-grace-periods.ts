import { and, eq, lte, ne } from 'drizzle-orm'
import { organizations, subscriptions } from '#db/schema/index.ts'
import { writeSubscription } from '#worker/billing/apply-subscription.ts'
import { GRACE_DAYS } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import { lockOrganization } from '#worker/locks.ts'
import { inTransaction } from '#worker/transaction.ts'
import { daysAgo, forEachRow, type JobResult } from './job.ts'

const LIMIT = 100

/** A plan whose payment is past due becomes FREE. The next record of Paddle's decides again. */
export async function endGracePeriods(ctx: Context): Promise<JobResult> {
  const due = await ctx.db
    .select({ organizationId: subscriptions.organizationId })
    .from(subscriptions)
    .where(isDue(ctx))
    .orderBy(subscriptions.pastDueSince)
    .limit(LIMIT)
  let ended = 0
  await forEachRow(due, async ({ organizationId }) => {
    if (await endGracePeriod(ctx, organizationId)) ended++
  })
  return { counts: { ended }, hasMore: due.length === LIMIT }
}

const isDue = (ctx: Context) =>
  and(
    eq(subscriptions.status, 'past_due'),
    ne(subscriptions.tier, 'FREE'),
    lte(subscriptions.pastDueSince, daysAgo(ctx, GRACE_DAYS)),
  )

const endGracePeriod = (ctx: Context, organizationId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const [due] = await tx
      .select({ organization: organizations, before: subscriptions })
      .from(subscriptions)
      .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
      .where(and(eq(subscriptions.organizationId, organizationId), isDue(ctx)))
    if (!due) return false
    const { id: _, createdAt: __, updatedAt: ___, metadata: ____, ...copy } = due.before
    await writeSubscription(tx, { ...due, after: { ...copy, tier: 'FREE' } })
    return true
  })

import { and, eq, lte, ne } from 'drizzle-orm'
import { organizations, subscriptions } from '#db/schema/index.ts'
import { writeSubscription } from '#worker/billing/apply-subscription.ts'
import { GRACE_DAYS } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import { forgetOrganization } from '#worker/quota/cache-changes.ts'
import { DAY, type JobResult } from './job.ts'

const LIMIT = 100

/** A plan whose payment is past due becomes FREE. The next record of Paddle's decides again. */
export async function endGracePeriods(ctx: Context): Promise<JobResult> {
  const due = await ctx.db
    .select({
      organization: {
        id: organizations.id,
        name: organizations.name,
        tier: organizations.tier,
        deleteAt: organizations.deleteAt,
      },
      row: subscriptions,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(
      and(
        eq(subscriptions.status, 'past_due'),
        ne(subscriptions.tier, 'FREE'),
        lte(subscriptions.pastDueSince, new Date(ctx.now.getTime() - GRACE_DAYS * DAY)),
      ),
    )
    .orderBy(subscriptions.pastDueSince)
    .limit(LIMIT)
  let ended = 0
  for (const { organization, row } of due) {
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...copy } = row
    if (!(await writeSubscription(ctx, { organization, before: row, after: { ...copy, tier: 'FREE' } })))
      continue
    await forgetOrganization(ctx, organization.id)
    ended++
  }
  return { counts: { ended }, hasMore: due.length === LIMIT }
}

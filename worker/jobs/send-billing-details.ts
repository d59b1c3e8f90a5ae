import { and, eq, ne, or, sql } from 'drizzle-orm'
import { billingDetails, subscriptions } from '#db/schema/index.ts'
import { sendBillingDetails } from '#worker/billing/send-billing-details.ts'
import type { Context } from '#worker/context.ts'
import { forEachRow, type JobResult } from './job.ts'

const MAX_ORGANIZATIONS = 20

/** Details that Paddle doesn't have: it failed, or the subscription is newer than they are. */
export async function sendPendingBillingDetails(ctx: Context): Promise<JobResult> {
  const due = await ctx.db
    .select({ organizationId: billingDetails.organizationId })
    .from(billingDetails)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, billingDetails.organizationId))
    .where(
      and(
        ne(subscriptions.status, 'canceled'),
        or(
          eq(billingDetails.status, 'pending'),
          sql`${billingDetails.sentTo} is distinct from ${subscriptions.subscriptionId}`,
        ),
      ),
    )
    .orderBy(billingDetails.updatedAt)
    .limit(MAX_ORGANIZATIONS)
  await forEachRow(due, ({ organizationId }) => sendBillingDetails(ctx, organizationId))
  return { counts: { sent: due.length }, hasMore: false }
}

import { eq, inArray, sql } from 'drizzle-orm'
import { memberships, organizations, subscriptions, users } from '#db/schema/index.ts'
import { type PaidPlan, planPrices } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import type { AnalyticsSummary } from './contract.ts'

/** A user with a PRO and an ENTERPRISE organization counts for both. */
export async function readSummary({ db }: Context): Promise<AnalyticsSummary> {
  const usersWith = (tier: Tier) =>
    sql<number>`(count(distinct ${memberships.userId}) filter (where ${eq(organizations.tier, tier)}))::int`
  const [[total], [paying], paid] = await db.batch([
    db.select({ count: sql<number>`count(*)::int` }).from(users),
    db
      .select({ pro: usersWith('PRO'), enterprise: usersWith('ENTERPRISE') })
      .from(organizations)
      .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
      .where(inArray(organizations.tier, ['PRO', 'ENTERPRISE'])),
    db
      .select({ plan: subscriptions.planId, count: sql<number>`count(*)::int` })
      .from(subscriptions)
      .where(inArray(subscriptions.status, ['active', 'past_due']))
      .groupBy(subscriptions.planId),
  ])
  return {
    totalUsers: total?.count ?? 0,
    totalProUsers: paying?.pro ?? 0,
    totalEnterpriseUsers: paying?.enterprise ?? 0,
    monthlyRevenue: paid.reduce((sum, { plan, count }) => sum + priceOf(plan) * count, 0),
  }
}

const priceOf = (plan: PaidPlan) => planPrices[plan]

import { eq, inArray, sql } from 'drizzle-orm'
import { memberships, organizations, subscriptions, users } from '#db/schema/index.ts'
import { type PaidPlan, planPrices } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import type { AnalyticsSummary } from './contract.ts'

/** A user with a PRO and an ENTERPRISE organization counts for both. */
export async function readSummary({ db }: Context): Promise<AnalyticsSummary> {
  const usersWith = (tier: Tier) =>
    db
      .select({ count: sql<number>`count(distinct ${memberships.userId})::int` })
      .from(organizations)
      .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
      .where(eq(organizations.tier, tier))
  const [[total], [pro], [enterprise], paid] = await db.batch([
    db.select({ count: sql<number>`count(*)::int` }).from(users),
    usersWith('PRO'),
    usersWith('ENTERPRISE'),
    db
      .select({ plan: subscriptions.planId, count: sql<number>`count(*)::int` })
      .from(subscriptions)
      .where(inArray(subscriptions.status, ['active', 'past_due']))
      .groupBy(subscriptions.planId),
  ])
  return {
    totalUsers: total?.count ?? 0,
    totalProUsers: pro?.count ?? 0,
    totalEnterpriseUsers: enterprise?.count ?? 0,
    monthlyRevenue: paid.reduce((sum, { plan, count }) => sum + priceOf(plan) * count, 0),
  }
}

const priceOf = (plan: PaidPlan) => planPrices[plan]

import { and, desc, eq, gt, gte, inArray, min, ne, sql } from 'drizzle-orm'
import {
  callDays,
  mails,
  memberships,
  organizations,
  paymentJobs,
  paymentTransactions,
  subscriptions,
  supportRequests,
  users,
} from '#db/schema/index.ts'
import { monthlyPricesUsd } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { DAY } from '#worker/lib/time.ts'
import type { Tier } from '#worker/membership/constants.ts'
import { type AnalyticsSummary, OVERVIEW_DAYS, type Overview, type OverviewDay } from './contract.ts'

const MAX_FAILED_PAYMENTS = 20

export async function readOverview({ db, now }: Context): Promise<Overview> {
  const today = Math.floor(now.getTime() / DAY) * DAY
  const start = new Date(today - (OVERVIEW_DAYS - 1) * DAY)
  const dayOf = (column: typeof users.createdAt | typeof paymentTransactions.billedAt) =>
    sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`
  const signUpDay = dayOf(users.createdAt)
  const paymentDay = dayOf(paymentTransactions.billedAt)
  const isFailed = eq(paymentJobs.status, 'failed')
  const [signUps, calls, revenue, failed, [failedCount], [late], [open]] = await db.batch([
    db
      .select({ day: signUpDay, count: sql<number>`count(*)::int` })
      .from(users)
      .where(gte(users.createdAt, start))
      .groupBy(signUpDay),
    db
      .select({ day: callDays.day, count: callDays.calls })
      .from(callDays)
      .where(gte(callDays.day, start.toISOString().slice(0, 10))),
    db
      .select({
        day: paymentDay,
        count: sql<number>`sum(${paymentTransactions.amount} - ${paymentTransactions.refundedAmount})::float8`,
      })
      .from(paymentTransactions)
      .where(
        and(
          gte(paymentTransactions.billedAt, start),
          inArray(paymentTransactions.status, ['completed', 'refunded']),
          eq(paymentTransactions.currency, 'USD'),
        ),
      )
      .groupBy(paymentDay),
    db
      .select()
      .from(paymentJobs)
      .where(isFailed)
      .orderBy(desc(paymentJobs.updatedAt))
      .limit(MAX_FAILED_PAYMENTS),
    db.select({ count: sql<number>`count(*)::int` }).from(paymentJobs).where(isFailed),
    db
      .select({ count: sql<number>`count(*)::int`, oldest: min(mails.createdAt) })
      .from(mails)
      .where(gt(mails.attempts, 1)),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(supportRequests)
      .where(eq(supportRequests.state, 'open')),
  ])
  const countOn = (rows: readonly { day: string; count: number }[], day: string) =>
    rows.find((row) => row.day === day)?.count ?? 0
  const days: OverviewDay[] = Array.from({ length: OVERVIEW_DAYS }, (_, index) => {
    const day = new Date(start.getTime() + index * DAY).toISOString().slice(0, 10)
    return {
      day,
      signUps: countOn(signUps, day),
      calls: countOn(calls, day),
      revenue: countOn(revenue, day),
    }
  })
  return {
    days,
    failedPayments: failed.map((job) => ({
      ...withIsoDates(pick(job, 'id', 'organizationId', 'error', 'attempts', 'updatedAt')),
      target: job.transactionId ?? job.subscriptionId ?? '',
    })),
    failedPaymentCount: failedCount?.count ?? 0,
    lateEmails: { count: late?.count ?? 0, oldest: late?.oldest?.toISOString() ?? null },
    openSupportRequests: open?.count ?? 0,
  }
}

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
      // One whose payment is due brings nothing once its plan has ended, and a trial nothing yet.
      .where(and(ne(subscriptions.tier, 'FREE'), ne(subscriptions.status, 'trialing')))
      .groupBy(subscriptions.planId),
  ])
  return {
    totalUsers: total?.count ?? 0,
    totalProUsers: paying?.pro ?? 0,
    totalEnterpriseUsers: paying?.enterprise ?? 0,
    monthlyRevenue: paid.reduce((sum, { plan, count }) => sum + monthlyPricesUsd[plan] * count, 0),
  }
}

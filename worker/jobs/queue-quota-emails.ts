import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { organizations, quotas, quotaWarningIsDue, subscriptions } from '#db/schema/index.ts'
import { billingLink } from '#worker/billing/billing-emails.ts'
import { nextPlan, type SubscriptionStatus } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import { type Admin, emailsToAdmins } from '#worker/mail/admins.ts'
import { quotaEmail, quotaRemedy } from '#worker/mail/billing-templates.ts'
import { organizationLink } from '#worker/mail/layout.ts'
import { queueEmails } from '#worker/mail/outbox.ts'
import { monthlyLimits, type Tier, tierNames } from '#worker/membership/constants.ts'
import type { Email } from '#worker/services/resend.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import { addEvent, type NewEvent } from '#worker/webhooks/add-event.ts'
import { inBatches, type JobResult } from './job.ts'

const LIMITS = { size: 50, batches: 20 }

/** Reports each threshold once a month, and only the highest if several were passed since the last run. */
export async function queueQuotaEmails(ctx: Context): Promise<JobResult> {
  let emails = 0
  const { hasMore } = await inBatches(LIMITS, () =>
    inTransaction(ctx, async (tx) => {
      const due = await selectDueQuotas(tx, ctx.now)
      for (const quota of due) {
        const messages = await emailsFor(tx, quota)
        await queueEmails(tx, messages)
        await addEvent(tx, toNewEvent(quota))
        emails += messages.length
      }
      await tx
        .update(quotas)
        .set({ warnedCount: sql`${quotas.warningCount}`, warnedUntil: quotas.resetDate })
        .where(
          inArray(
            quotas.id,
            due.map(({ id }) => id),
          ),
        )
      return due.length
    }),
  )
  return { counts: { emails }, hasMore }
}

/**
 * Locks them. A quota that a call is writing waits for the next run, one of a suspended organization until it is active. A join
 * would read all organizations.
 */
export const selectDueQuotas = (db: Queries, now: Date) =>
  db
    .select()
    .from(quotas)
    .where(and(quotaWarningIsDue(quotas), gt(quotas.resetDate, now), sql`${statusOf(db)} = 'ACTIVE'`))
    .orderBy(asc(quotas.organizationId))
    .limit(LIMITS.size)
    .for('no key update', { skipLocked: true })

const statusOf = (db: Queries) =>
  db
    .select({ status: organizations.status })
    .from(organizations)
    .where(eq(organizations.id, quotas.organizationId))

type Quota = typeof quotas.$inferSelect

async function emailsFor(tx: Transaction, quota: Quota): Promise<Email[]> {
  const plan = await tx
    .select({ tier: organizations.tier, subscription: subscriptions.status })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(eq(organizations.id, quota.organizationId))
    .then(oneRow)
  return emailsToAdmins(tx, quota.organizationId, (admin) =>
    admin.quotaEmails ? toEmail(tx.ctx, quota, plan, admin) : undefined,
  )
}

type Plan = { tier: Tier; subscription: SubscriptionStatus | null }

function toEmail(
  ctx: Context,
  quota: Quota,
  { tier, subscription }: Plan,
  { userId, ...admin }: Admin,
): Email {
  const { organizationId, monthlyLimit, usedCount, warningCount, resetDate } = quota
  const percent = percentOf(quota)
  const { settings } = ctx
  const next = nextPlan[tier]
  const held = subscription === 'past_due' || subscription === 'paused' ? subscription : null
  const links = {
    plansLink: organizationLink(ctx, organizationId, '/products'),
    billingLink: billingLink(ctx, organizationId),
    supportEmail: settings.SUPPORT_EMAIL,
  }
  return quotaEmail({
    ...admin,
    key: `quota-${percent}/${organizationId}/${resetDate.toISOString().slice(0, 10)}/${warningCount}/${userId}`,
    percent,
    usedCount,
    monthlyLimit,
    resetDate,
    remedy: quotaRemedy(
      { nextPlan: next && { name: tierNames[next], monthlyLimit: monthlyLimits[next] }, held },
      links,
    ),
    preferencesLink: `${settings.APP_ORIGIN}/profile`,
  })
}

function toNewEvent(quota: Quota): NewEvent {
  const { organizationId, usedCount, monthlyLimit, resetDate } = quota
  const percent = percentOf(quota)
  return {
    organizationId,
    type: percent === 100 ? 'quota.exhausted' : 'quota.warning',
    data: { percent, usedCount, monthlyLimit, resetDate: resetDate.toISOString() },
  }
}

function percentOf({ warningCount, monthlyLimit }: Quota): number {
  if (warningCount >= monthlyLimit) return 100
  return warningCount >= monthlyLimit * 0.9 ? 90 : 80
}

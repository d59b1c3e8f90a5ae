import { eq } from 'drizzle-orm'
import { type paymentTransactions, type subscriptions, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { listAdmins } from '#worker/mail/admins.ts'
import {
  type BillingEmail,
  disputeEmail,
  downgradedEmail,
  graceEndedEmail,
  paymentFailedEmail,
  planCanceledEmail,
  planChangedEmail,
  planEndedEmail,
  planPausedEmail,
  receiptEmail,
  refundEmail,
  secondPaymentEmail,
} from '#worker/mail/billing-templates.ts'
import { organizationLink } from '#worker/mail/layout.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { type Tier, tierNames } from '#worker/membership/constants.ts'
import { limitOf } from '#worker/membership/monthly-limit.ts'
import type { Email } from '#worker/services/resend.ts'
import type { Transaction } from '#worker/transaction.ts'
import { graceEnd } from './tier.ts'

type Copy<Row> = Omit<Row, 'id' | 'createdAt' | 'updatedAt' | 'metadata' | 'remindedCard'>

export type SubscriptionRow = typeof subscriptions.$inferSelect

type Organization = { id: string; name: string } & Parameters<typeof limitOf>[0]

export type SubscriptionChange = {
  organization: Organization & { deleteAt: Date | null }
  before: SubscriptionRow | undefined
  after: Copy<SubscriptionRow>
}

type TransactionRow = typeof paymentTransactions.$inferSelect

export type TransactionChange = {
  organization: Organization
  before: TransactionRow | undefined
  after: Copy<TransactionRow>
  period: { startsAt: Date; endsAt: Date } | null
  isForSecondSubscription: boolean
  isChargedBack: boolean
}

type Notice = { event: string; compose: (to: BillingEmail) => Email }

const planIn = (organization: Organization) => (tier: Tier) => ({
  name: tierNames[tier],
  monthlyLimit: limitOf({ ...organization, tier }),
})

function subscriptionNotice(
  ctx: Context,
  { organization, before, after }: SubscriptionChange,
): Notice | undefined {
  const planOf = planIn(organization)
  const free = planOf('FREE')
  const current = planOf(organization.tier)
  const plan = planOf(after.planId)
  const { pastDueSince, cancelAt } = after
  if (after.status === 'past_due') {
    if (before?.status !== 'past_due' && pastDueSince) {
      const terms = { plan, graceEndsAt: graceEnd(pastDueSince), free }
      return { event: 'payment-failed', compose: (to) => paymentFailedEmail({ ...to, ...terms }) }
    }
    const isOver = before?.tier !== 'FREE' && after.tier === 'FREE'
    return isOver
      ? { event: 'grace-ended', compose: (to) => graceEndedEmail({ ...to, plan, current }) }
      : undefined
  }
  if (!before || before.status === 'canceled') return undefined
  if (after.status === 'canceled') {
    const plansLink = organizationLink(ctx, organization.id, '/products')
    return { event: 'plan-ended', compose: (to) => planEndedEmail({ ...to, plan, current, plansLink }) }
  }
  if (after.status === 'paused' && before.status !== 'paused')
    return { event: 'plan-paused', compose: (to) => planPausedEmail({ ...to, plan, current }) }
  if (before.planId !== after.planId) {
    const terms = { previous: planOf(before.planId), plan, changedBy: ctx.actor?.email ?? null }
    return { event: 'plan-changed', compose: (to) => planChangedEmail({ ...to, ...terms }) }
  }
  if (after.nextPlanId && !before.nextPlanId) {
    const terms = { current: plan, plan: planOf(after.nextPlanId), changesAt: after.currentPeriodEnd }
    return { event: 'downgraded', compose: (to) => downgradedEmail({ ...to, ...terms }) }
  }
  if (before.cancelAt || !cancelAt) return undefined
  return {
    event: 'plan-canceled',
    compose: (to) => planCanceledEmail({ ...to, plan, endsAt: cancelAt, free }),
  }
}

export async function queueSubscriptionEmails(tx: Transaction, change: SubscriptionChange): Promise<void> {
  const { organization, before, after } = change
  const isSame = before?.subscriptionId === after.subscriptionId
  const notice = subscriptionNotice(tx.ctx, { organization, before: isSame ? before : undefined, after })
  // The admins already got an email about the deletion.
  if (!notice || organization.deleteAt) return
  const id = `${after.subscriptionId}/${after.recordUpdatedAt.getTime()}`
  await queueAll(tx, organization, { ...notice, id }, await listAdmins(tx, [organization.id]))
}

function transactionNotices({ settings }: Context, change: TransactionChange): Notice[] {
  const { organization, before, after, period, isForSecondSubscription, isChargedBack } = change
  const { plan, amount, currency, providerReference: invoiceNumber, refundedAmount } = after
  const total = { amount, currency }
  const notices: Notice[] = []
  if (!isForSecondSubscription && isPaid(after) && !(before && isPaid(before)) && plan) {
    const receipt = { total, plan: planIn(organization)(plan), period, invoiceNumber }
    notices.push({ event: 'receipt', compose: (to) => receiptEmail({ ...to, ...receipt }) })
  }
  const units = Number(refundedAmount) - Number(before?.refundedAmount ?? 0)
  if (units > 0 && isForSecondSubscription && after.status === 'refunded') {
    notices.push({ event: SECOND, compose: (to) => secondPaymentEmail({ ...to, total }) })
  } else if (units > 0) {
    const email = isChargedBack ? disputeEmail : refundEmail
    const refunded = { ...total, amount: units.toFixed(2) }
    const refund = { refunded, total, supportEmail: settings.SUPPORT_EMAIL }
    notices.push({ event: `refund-${refundedAmount}`, compose: (to) => email({ ...to, ...refund }) })
  }
  return notices
}

const isPaid = ({ status }: Pick<TransactionRow, 'status'>) => status === 'completed' || status === 'refunded'

const SECOND = 'second-payment'

/** The buyer also gets a receipt. The buyer of a second plan gets one email, about its refund. */
export async function queueTransactionEmails(tx: Transaction, change: TransactionChange): Promise<void> {
  const { organization, after } = change
  const notices = transactionNotices(tx.ctx, change)
  if (notices.length === 0) return
  const admins = await listAdmins(tx, [organization.id])
  const buyers = await tx
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, after.userId ?? 0))
  const others = buyers.filter((buyer) => !admins.some(({ userId }) => userId === buyer.userId))
  for (const notice of notices) {
    const recipients =
      notice.event === 'receipt' ? [...admins, ...others] : notice.event === SECOND ? buyers : admins
    await queueAll(tx, organization, { ...notice, id: after.transactionId }, recipients)
  }
}

const queueAll = (
  tx: Transaction,
  { id: organizationId, name: organizationName }: { id: string; name: string },
  { event, id, compose }: Notice & { id: string },
  recipients: readonly { userId: number; email: string }[],
): Promise<void> =>
  queueEmail(
    tx,
    ...recipients.map(({ userId, email: to }) =>
      compose({
        key: `${event}/${id}/${userId}`,
        to,
        organizationName,
        billingLink: billingLink(tx.ctx, organizationId),
      }),
    ),
  )

export const billingLink = (ctx: Context, organizationId: string) =>
  organizationLink(ctx, organizationId, '/organization/billing')

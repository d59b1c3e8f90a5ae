import { eq } from 'drizzle-orm'
import { type paymentTransactions, subscriptions, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import {
  type BillingEmail,
  downgradedEmail,
  graceEndedEmail,
  paymentFailedEmail,
  planCanceledEmail,
  planChangedEmail,
  planEndedEmail,
  receiptEmail,
  refundEmail,
} from '#worker/mail/billing-templates.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { monthlyLimits, type Tier, tierNames } from '#worker/membership/constants.ts'
import { listAdmins } from '#worker/membership/list-admins.ts'
import type { Email } from '#worker/services/resend.ts'
import type { Transaction } from '#worker/transaction.ts'
import { graceEnd } from './tier.ts'

type Copy<Row> = Omit<Row, 'id' | 'createdAt' | 'updatedAt' | 'metadata' | 'remindedCard'>

export type SubscriptionRow = typeof subscriptions.$inferSelect

export type SubscriptionChange = {
  organization: { id: string; name: string; tier: Tier; deleteAt: Date | null; hasFreeQuota: boolean }
  before: SubscriptionRow | undefined
  after: Copy<SubscriptionRow>
}

type TransactionRow = typeof paymentTransactions.$inferSelect

export type TransactionChange = {
  organization: { id: string; name: string }
  before: TransactionRow | undefined
  after: Copy<TransactionRow>
  period: { startsAt: Date; endsAt: Date } | null
}

type Notice = { event: string; compose: (to: BillingEmail) => Email }

const planOf = (tier: Tier) => ({ name: tierNames[tier], monthlyLimit: monthlyLimits[tier] })

function subscriptionNotice(
  ctx: Context,
  { organization, before, after }: SubscriptionChange,
): Notice | undefined {
  const freeLimit = organization.hasFreeQuota ? monthlyLimits.FREE : 0
  const plan = planOf(after.planId)
  const { pastDueSince, cancelAt } = after
  if (after.status === 'past_due') {
    if (before?.status !== 'past_due' && pastDueSince) {
      const terms = { plan, graceEndsAt: graceEnd(pastDueSince), freeLimit }
      return { event: 'payment-failed', compose: (to) => paymentFailedEmail({ ...to, ...terms }) }
    }
    const isOver = before?.tier !== 'FREE' && after.tier === 'FREE'
    return isOver
      ? { event: 'grace-ended', compose: (to) => graceEndedEmail({ ...to, plan, freeLimit }) }
      : undefined
  }
  if (!before || before.status === 'canceled') return undefined
  if (after.status === 'canceled') {
    const plansLink = `${ctx.settings.APP_ORIGIN}/products`
    return { event: 'plan-ended', compose: (to) => planEndedEmail({ ...to, plan, freeLimit, plansLink }) }
  }
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
    compose: (to) => planCanceledEmail({ ...to, plan, endsAt: cancelAt, freeLimit }),
  }
}

export async function queueSubscriptionEmails(tx: Transaction, change: SubscriptionChange): Promise<void> {
  const { organization, before, after } = change
  const isSame = before?.subscriptionId === after.subscriptionId
  const notice = subscriptionNotice(tx.ctx, { organization, before: isSame ? before : undefined, after })
  // The admins already got an email about the deletion.
  if (!notice || organization.deleteAt) return
  const id = `${after.subscriptionId}/${after.recordUpdatedAt.getTime()}`
  await queueAll(tx, organization, { ...notice, id }, await listAdmins(tx.ctx, [organization.id]))
}

function transactionNotices({ before, after, period }: TransactionChange): Notice[] {
  const { plan, amount, currency, providerReference: invoiceNumber, refundedAmount } = after
  const total = { amount, currency }
  const notices: Notice[] = []
  if (isPaid(after) && !(before && isPaid(before)) && plan && Number(amount) > 0) {
    const receipt = { total, plan: planOf(plan), period, invoiceNumber }
    notices.push({ event: 'receipt', compose: (to) => receiptEmail({ ...to, ...receipt }) })
  }
  const units = Number(refundedAmount) - Number(before?.refundedAmount ?? 0)
  if (units > 0) {
    const refund = { refunded: { ...total, amount: units.toFixed(2) }, total }
    notices.push({ event: `refund-${refundedAmount}`, compose: (to) => refundEmail({ ...to, ...refund }) })
  }
  return notices
}

const isPaid = ({ status }: Pick<TransactionRow, 'status'>) => status === 'completed' || status === 'refunded'

/** The buyer also gets a receipt. The buyer of a second plan gets a separate email about both. */
export async function queueTransactionEmails(tx: Transaction, change: TransactionChange): Promise<void> {
  const { organization, after } = change
  const notices = transactionNotices(change)
  if (notices.length === 0 || (await isSecond(tx, after))) return
  const admins = await listAdmins(tx.ctx, [organization.id])
  const [buyer] = await tx
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, after.userId ?? 0))
  const isAdmin = admins.some(({ userId }) => userId === after.userId)
  const all = buyer && !isAdmin ? [...admins, buyer] : admins
  for (const notice of notices) {
    const recipients = notice.event === 'receipt' ? all : admins
    await queueAll(tx, organization, { ...notice, id: after.transactionId }, recipients)
  }
}

/** An earlier payment is one of a subscription that ended before the current one began. */
async function isSecond(
  tx: Transaction,
  { organizationId, subscriptionId, billedAt }: TransactionChange['after'],
): Promise<boolean> {
  const [current] = await tx
    .select(pick(subscriptions, 'subscriptionId', 'status', 'startedAt'))
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, organizationId))
  return (
    current !== undefined &&
    current.status !== 'canceled' &&
    subscriptionId !== null &&
    subscriptionId !== current.subscriptionId &&
    billedAt !== null &&
    billedAt >= current.startedAt
  )
}

const queueAll = (
  tx: Transaction,
  { name: organizationName }: { name: string },
  { event, id, compose }: Notice & { id: string },
  recipients: readonly { userId: number; email: string }[],
): Promise<void> =>
  queueEmail(
    tx,
    ...recipients.map(({ userId, email: to }) =>
      compose({ key: `${event}/${id}/${userId}`, to, organizationName, billingLink: billingLink(tx.ctx) }),
    ),
  )

export const billingLink = ({ settings }: Context) => `${settings.APP_ORIGIN}/organization/billing`

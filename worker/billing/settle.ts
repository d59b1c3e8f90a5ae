import { and, eq, isNull } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY } from '#worker/lib/time.ts'
import { lockOrganization } from '#worker/locks.ts'
import { DELETION_GRACE_DAYS } from '#worker/membership/constants.ts'
import type { PaddleSubscription, PaddleTransaction } from '#worker/services/paddle-records.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { applyRecords } from './apply-records.ts'
import type { Applied } from './apply-subscription.ts'
import type { Records } from './find-owner.ts'
import { type PaddleAccount, planOf } from './paddle-account.ts'
import {
  fullyReturnedAt,
  isChargedBack,
  isFullyReturned,
  isPaidForPeriodAt,
  isProcessing,
  isReturnRequested,
  LATE_PAYMENT_REASON,
  SECOND_PAYMENT_REASON,
} from './refunds.ts'
import { PaymentProblem, type PaymentTarget, requestJob } from './request-job.ts'
import { isUnsent, selectBillingDetails, sendBillingDetails } from './send-billing-details.ts'

export async function readRecords(account: PaddleAccount, target: PaymentTarget): Promise<Records> {
  const { paddle } = account
  return target.transactionId === undefined
    ? { subscription: await paddle.getSubscription(target.subscriptionId) }
    : withSubscription(account, await paddle.getTransaction(target.transactionId))
}

export const withSubscription = async (
  { paddle }: PaddleAccount,
  transaction: PaddleTransaction,
): Promise<Records> => ({
  transaction,
  ...(transaction.subscriptionId && {
    subscription: await paddle.getSubscription(transaction.subscriptionId),
  }),
})

export type Settled = Applied & { refundReason?: string }

/** Makes Paddle agree with what we know. Safe to repeat. Throws PaddleFailed, PaymentProblem. */
export async function settle(ctx: Context, account: PaddleAccount, records: Records): Promise<Settled> {
  const { transaction, subscription } = records
  let applied = await applyRecords(ctx, account, records)
  if (applied.kind === 'second') {
    await applyRecords(ctx, account, await readRecords(account, { subscriptionId: applied.firstId }))
    applied = await applyRecords(ctx, account, records, { isFirstFresh: true })
  }
  if (applied.kind === 'problem') throw new PaymentProblem(applied.code, applied.organization?.id)
  if (transaction && isProcessing(transaction))
    throw new PaymentProblem('NOT_SETTLED', applied.organization?.id)
  const refund = subscription && refundOf(applied, subscription)
  if (subscription && refund) {
    // Only the subscription's own job refunds its payments and sends billing details, once.
    if (transaction) await requestJob(ctx.db, { subscriptionId: subscription.id }, applied.organization?.id)
    else await applyRecords(ctx, account, { subscription: await refundAll(account, subscription, refund) })
    return { ...applied, refundReason: refund.reason }
  }
  if (!subscription || applied.kind !== 'copied' || applied.row.status === 'canceled') return applied
  const end = transaction && (await endOf(account, subscription, transaction))
  const corrected = await correctEnd(ctx, account, { ...applied, subscription, end })
  const last = corrected ? await applyRecords(ctx, account, { subscription: corrected }) : applied
  const [details] = await selectBillingDetails(ctx, applied.organization.id)
  const isSending = details && isUnsent(details) && corrected?.status !== 'canceled'
  if (isSending && transaction)
    await requestJob(ctx.db, { subscriptionId: subscription.id }, applied.organization.id)
  else if (isSending) await sendBillingDetails(ctx, account, applied.row, details)
  if (!planOf(account, subscription.priceIds))
    throw new PaymentProblem('UNKNOWN_PRICE', applied.organization.id)
  return last
}

/** Of what was paid for periods that began after `since`. */
type Refund = { reason: string; since: Date }

function refundOf(
  applied: Applied,
  { createdAt, currentBillingPeriod: period }: PaddleSubscription,
): Refund | undefined {
  if (applied.kind === 'second') return { reason: SECOND_PAYMENT_REASON, since: new Date(0) }
  if (applied.kind !== 'copied' || applied.row.status === 'canceled') return undefined
  const { deleteAt } = applied.organization
  const since = deleteAt && new Date(deleteAt.getTime() - DELETION_GRACE_DAYS * DAY)
  // A checkout, or a renewal if Paddle couldn't cancel in time.
  return since && (period?.startsAt ?? createdAt) > since ? { reason: LATE_PAYMENT_REASON, since } : undefined
}

type End = Parameters<PaddleAccount['paddle']['cancelSubscription']>[1]

/**
 * A refund ends the plan if nothing else that was paid for its period is left; a chargeback always does. If Paddle refused
 * that until the next period was paid, a refund ends the plan after it.
 */
async function endOf(
  { paddle }: PaddleAccount,
  { id }: PaddleSubscription,
  refunded: PaddleTransaction,
): Promise<End | undefined> {
  const at = fullyReturnedAt(refunded)
  if (!at || !isPaidForPeriodAt(refunded, at)) return undefined
  if (isChargedBack(refunded.adjustments)) return 'immediately'
  const paid = (await listPaid(paddle, id)).filter(
    ({ billingPeriod }) => billingPeriod && billingPeriod.endsAt > at,
  )
  const payments = await Promise.all(paid.map((payment) => paddle.getTransaction(payment.id)))
  const left = payments.filter((payment) => !isFullyReturned(payment))
  if (left.some((payment) => isPaidForPeriodAt(payment, at))) return undefined
  return left.length > 0 ? 'next_billing_period' : 'immediately'
}

type Copied = Extract<Applied, { kind: 'copied' }> & {
  subscription: PaddleSubscription
  end: End | undefined
}

/** An organization that is being deleted pays no further period. Undefined if Paddle's record is right. */
async function correctEnd(
  ctx: Context,
  { paddle }: PaddleAccount,
  { organization, row, subscription, end }: Copied,
): Promise<PaddleSubscription | undefined> {
  if (end === 'immediately' || (end && !row.cancelAt)) return paddle.cancelSubscription(subscription, end)
  if (organization.deleteAt && !row.cancelAt) {
    const isDeleted = await inTransaction(ctx, (tx) => writeCancelReason(tx, row))
    return isDeleted ? paddle.cancelSubscription(subscription, 'next_billing_period') : undefined
  }
  const isRestored = !organization.deleteAt && row.cancelReason === 'deletion'
  return isRestored ? paddle.removeScheduledChange(subscription.id) : undefined
}

/** Before Paddle is called, so that restoring the organization knows who canceled. A member's cancellation stays one. */
async function writeCancelReason(
  tx: Transaction,
  { organizationId, subscriptionId }: Copied['row'],
): Promise<boolean> {
  const [organization] = await lockOrganization(tx, organizationId)
  if (!organization?.deleteAt) return false
  await tx
    .update(subscriptions)
    .set({ cancelReason: 'deletion' })
    .where(and(eq(subscriptions.subscriptionId, subscriptionId), isNull(subscriptions.cancelReason)))
  return true
}

const listPaid = async (
  paddle: PaddleAccount['paddle'],
  subscriptionId: string,
): Promise<PaddleTransaction[]> =>
  (await paddle.listPayments(subscriptionId)).filter(({ grandTotal }) => Number(grandTotal) > 0)

/** Refunds first, because a canceled subscription doesn't show whether it still has to be refunded. */
async function refundAll(
  { paddle }: PaddleAccount,
  record: PaddleSubscription,
  { reason, since }: Refund,
): Promise<PaddleSubscription> {
  const paid = (await listPaid(paddle, record.id)).filter(
    ({ billingPeriod, createdAt }) => (billingPeriod?.startsAt ?? createdAt) > since,
  )
  if (paid.some(isProcessing)) throw new PaymentProblem('NOT_SETTLED')
  const renews = record.status === 'active' && record.scheduledChange?.action !== 'cancel'
  for (const { id } of paid) {
    if (isReturnRequested(await paddle.getTransaction(id))) continue
    await paddle.refundTransaction(id, reason).catch(async (error: unknown) => {
      // Paddle may never allow it. The job repeats a cancellation that fails, too.
      if (renews) await paddle.cancelSubscription(record, 'next_billing_period').catch(() => undefined)
      throw error
    })
  }
  return paddle.cancelSubscription(record, 'immediately')
}

import { eq } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { PaddleSubscription, PaddleTransaction } from '#worker/services/paddle-records.ts'
import { applyRecords } from './apply-records.ts'
import type { Applied } from './apply-subscription.ts'
import type { Records } from './find-owner.ts'
import { type PaddleAccount, planOf } from './paddle-account.ts'
import {
  isCurrent,
  isDisputed,
  isProcessing,
  isReturned,
  isReturnRequested,
  SECOND_PAYMENT,
} from './refunds.ts'
import { PaymentProblem, type PaymentTarget, requestJob } from './request-job.ts'

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

/** Makes Paddle agree with what we know. Safe to repeat. Throws PaddleFailed, PaymentProblem. */
export async function settle(ctx: Context, account: PaddleAccount, records: Records): Promise<Applied> {
  const { transaction, subscription } = records
  let applied = await applyRecords(ctx, account, records)
  if (applied.kind === 'second') {
    await applyRecords(ctx, account, await readRecords(account, { subscriptionId: applied.firstId }))
    applied = await applyRecords(ctx, account, records, { isFirstFresh: true })
  }
  if (applied.kind === 'problem') throw new PaymentProblem(applied.code, applied.organization?.id)
  if (transaction && isProcessing(transaction)) throw new PaymentProblem('NOT_SETTLED')
  if (applied.kind === 'second' && subscription) {
    // Only the subscription's own job refunds its payments.
    if (transaction) await requestJob(ctx.db, { subscriptionId: subscription.id }, applied.organization.id)
    else await endSecondSubscription(account, subscription)
  }
  if (!subscription || applied.kind !== 'copied' || applied.row.status === 'canceled') return applied
  const endsNow = transaction !== undefined && (await endsPlan(ctx, account, subscription, transaction))
  const corrected = await correctEnd(ctx, account, { ...applied, subscription, endsNow })
  const last = corrected ? await applyRecords(ctx, account, { subscription: corrected }) : applied
  if (!planOf(account, subscription.priceIds))
    throw new PaymentProblem('UNKNOWN_PRICE', applied.organization.id)
  return last
}

/** A refund ends the plan if nothing else that was paid for the current period is left; a chargeback always does. */
async function endsPlan(
  { now }: Context,
  { paddle }: PaddleAccount,
  { id }: PaddleSubscription,
  refunded: PaddleTransaction,
): Promise<boolean> {
  if (!isCurrent(refunded, now) || !isReturned(refunded)) return false
  if (isDisputed(refunded.adjustments)) return true
  const paid = await listPaid(paddle, id)
  const current = paid.filter((payment) => isCurrent(payment, now))
  const payments = await Promise.all(current.map((payment) => paddle.getTransaction(payment.id)))
  return payments.every((payment) => isReturned(payment))
}

type Copied = Extract<Applied, { kind: 'copied' }> & { subscription: PaddleSubscription; endsNow: boolean }

/** An organization that is being deleted pays no further period. Undefined if Paddle's record is right. */
async function correctEnd(
  { db }: Context,
  { paddle }: PaddleAccount,
  { organization, row, subscription, endsNow }: Copied,
): Promise<PaddleSubscription | undefined> {
  if (endsNow) return paddle.cancelSubscription(subscription, 'immediately')
  if (organization.deleteAt && !row.cancelAt) {
    // Written first, so that restoring the organization knows who canceled the subscription.
    await db
      .update(subscriptions)
      .set({ endsWithOrganization: true })
      .where(eq(subscriptions.subscriptionId, subscription.id))
    return paddle.cancelSubscription(subscription, 'next_billing_period')
  }
  const isRestored = !organization.deleteAt && row.endsWithOrganization
  return isRestored ? paddle.removeScheduledChange(subscription.id) : undefined
}

const TAKEN = ['billed', 'paid', 'completed'] as const

/** Payments of more than 0. */
async function listPaid(
  paddle: PaddleAccount['paddle'],
  subscriptionId: string,
): Promise<PaddleTransaction[]> {
  const payments: PaddleTransaction[] = []
  const list = { subscriptionId, statuses: TAKEN, maxPages: 1 }
  for await (const { entries } of paddle.listTransactions(list)) payments.push(...entries)
  return payments.filter(({ grandTotal }) => Number(grandTotal) > 0)
}

/** Refunds first, because a canceled subscription doesn't show whether it still has to be refunded. */
async function endSecondSubscription({ paddle }: PaddleAccount, record: PaddleSubscription): Promise<void> {
  const paid = await listPaid(paddle, record.id)
  if (paid.some(isProcessing)) throw new PaymentProblem('NOT_SETTLED')
  for (const { id } of paid) {
    if (!isReturnRequested(await paddle.getTransaction(id)))
      await paddle.refundTransaction(id, SECOND_PAYMENT)
  }
  await paddle.cancelSubscription(record, 'immediately')
}

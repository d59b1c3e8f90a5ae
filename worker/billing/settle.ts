import { eq } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { PaddleSubscription, PaddleTransaction } from '#worker/services/paddle-records.ts'
import { applyRecords, type Records } from './apply-records.ts'
import type { Applied } from './apply-subscription.ts'
import { endSecondSubscription } from './end-second-subscription.ts'
import type { PaddleAccount } from './paddle-account.ts'
import { endsPlan, isProcessing } from './refunds.ts'
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

/** Makes Paddle agree with what we know. May run any number of times. Throws PaddleFailed, PaymentProblem. */
export async function settle(ctx: Context, account: PaddleAccount, records: Records): Promise<Applied> {
  const { transaction, subscription } = records
  let applied = await applyRecords(ctx, account, records)
  if (applied.kind === 'second') {
    await applyRecords(ctx, account, await readRecords(account, { subscriptionId: applied.firstId }))
    applied = await applyRecords(ctx, account, records)
  }
  if (applied.kind === 'problem') throw new PaymentProblem(applied.code, applied.organization?.id)
  if (transaction && isProcessing(transaction)) throw new PaymentProblem('NOT_SETTLED')
  if (applied.kind === 'second' && subscription) {
    // Only the subscription's own job refunds its payments.
    if (transaction) await requestJob(ctx.db, { subscriptionId: subscription.id }, applied.organization.id)
    else await endSecondSubscription(ctx, account, subscription, applied.organization)
  }
  if (applied.kind !== 'copied' || applied.row.status === 'canceled') return applied
  const isReturned = transaction !== undefined && endsPlan(transaction, ctx.now)
  const corrected = await correctEnd(ctx, account, applied, isReturned)
  return corrected ? applyRecords(ctx, account, { subscription: corrected }) : applied
}

type Copied = Extract<Applied, { kind: 'copied' }>

/** An organization that is being deleted pays no further period. Undefined if Paddle's record is right. */
async function correctEnd(
  { db }: Context,
  { paddle }: PaddleAccount,
  { organization, row: { subscriptionId: id, status, cancelAt, endsWithOrganization } }: Copied,
  isReturned: boolean,
): Promise<PaddleSubscription | undefined> {
  if (isReturned) return paddle.cancelSubscription({ id, status }, 'immediately')
  if (organization.deleteAt && !cancelAt) {
    // First, so that restoring knows whose cancellation it is.
    await db
      .update(subscriptions)
      .set({ endsWithOrganization: true })
      .where(eq(subscriptions.subscriptionId, id))
    return paddle.cancelSubscription({ id, status }, 'next_billing_period')
  }
  const isRestored = !organization.deleteAt && endsWithOrganization
  return isRestored ? paddle.removeScheduledChange(id) : undefined
}

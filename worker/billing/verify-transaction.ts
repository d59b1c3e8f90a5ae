import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { logLine } from '#worker/lib/log.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import type { PaddleTransaction } from '#worker/services/paddle-records.ts'
import type { Verification } from './contract.ts'
import { findOwner } from './find-owner.ts'
import { type PaddleAccount, requirePaddle } from './paddle-account.ts'
import { runJob } from './payment-jobs.ts'
import { isReturnRequested, ownReason } from './refunds.ts'
import { PaymentProblem, requestJob } from './request-job.ts'
import { type Settled, settle, withSubscription } from './settle.ts'

export async function verifyTransaction(
  ctx: Context,
  { organizationId, transactionId }: { organizationId: string; transactionId: string | undefined },
): Promise<Verification> {
  const account = requirePaddle(ctx.settings)
  if (!transactionId) return refused("There's no payment to verify.")
  try {
    const transaction = await readOwn(ctx, account, { organizationId, transactionId })
    if (transaction.status === 'draft' || transaction.status === 'ready')
      return { ...refused("This payment wasn't completed."), open: true }
    if (transaction.status === 'canceled') return refused('This payment was canceled.')
    if (transaction.status === 'past_due')
      return refused('This payment failed. Try again with another payment method.')
    const settled = await settle(ctx, account, await withSubscription(account, transaction))
    return toVerification(ctx, transaction, settled)
  } catch (error) {
    if (!(error instanceof PaddleFailed || error instanceof PaymentProblem)) throw error
    await requestJob(ctx.db, { transactionId }, organizationId)
    ctx.waitUntil(runJob(ctx, { transactionId }))
    return {
      success: false,
      pending: true,
      message: 'Your payment is being processed. Your plan starts automatically within a few minutes.',
    }
  }
}

const refused = (message: string): Verification => ({ success: false, message })

async function readOwn(
  ctx: Context,
  { paddle }: PaddleAccount,
  { organizationId, transactionId }: { organizationId: string; transactionId: string },
): Promise<PaddleTransaction> {
  const refuse = (reason: string) => {
    logLine('warn', 'payment refused', { requestId: ctx.requestId, organizationId, reason })
    return new AppError('TRANSACTION_NOT_FOUND')
  }
  const transaction = await paddle.getTransaction(transactionId).catch((error: unknown) => {
    throw error instanceof PaddleFailed && error.code === 'NOT_FOUND' ? refuse('unknown') : error
  })
  const owner = await findOwner(ctx, ctx.db, { transaction })
  if ('code' in owner) throw refuse(owner.code)
  if (owner.organizationId !== organizationId) throw refuse('of another organization')
  return transaction
}

function toVerification(ctx: Context, transaction: PaddleTransaction, settled: Settled): Verification {
  const { subscriptionId, adjustments } = transaction
  if (settled.refundReason && subscriptionId) {
    ctx.waitUntil(runJob(ctx, { subscriptionId }))
    return refused(`${settled.refundReason}, so we are refunding this payment.`)
  }
  if (settled.kind === 'copied' && settled.row.status !== 'canceled')
    return { success: true, message: 'Your payment was verified.', tier: settled.row.tier }
  if (!isReturnRequested(transaction)) return refused('This subscription has ended.')
  const reason = ownReason(adjustments)
  return refused(reason ? `${reason}, so we refunded this payment.` : 'This payment was refunded.')
}

import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { logLine } from '#worker/lib/log.ts'
import { getTransaction, PaddleFailed, type PaddleTransaction } from '#worker/services/paddle.ts'
import { transactionOwner } from './apply-transaction.ts'
import type { Verification } from './contract.ts'
import { type PaddleAccount, requirePaddle } from './paddle-account.ts'
import { runJobAfterResponse } from './payment-jobs.ts'
import { PaymentProblem } from './payment-problem.ts'
import { hasRefund } from './refunds.ts'
import { requestJob } from './request-job.ts'
import { type SettledTransaction, settleTransaction } from './settle.ts'

type Input = { organizationId: string; transactionId: string | undefined }

const refused = (message: string): Verification => ({ success: false, message })

/**
 * Reads the transaction back from Paddle and settles it. What can't be settled yet becomes a payment job. Throws
 * NOT_CONFIGURED; TRANSACTION_NOT_FOUND if the transaction isn't the organization's.
 */
export async function verifyTransaction(
  ctx: Context,
  { organizationId, transactionId }: Input,
): Promise<Verification> {
  const account = requirePaddle(ctx.settings)
  if (!transactionId) return refused("There's no payment to verify.")
  try {
    const record = await readOwn(ctx, account, { organizationId, transactionId })
    if (record.status === 'draft' || record.status === 'ready')
      return refused("This payment wasn't completed.")
    if (record.status === 'canceled') return refused('This payment was canceled.')
    if (record.status === 'past_due')
      return refused('This payment failed. Try again with another payment method.')
    return toVerification(ctx, await settleTransaction(ctx, account, transactionId))
  } catch (error) {
    if (!(error instanceof PaddleFailed || error instanceof PaymentProblem)) throw error
    await requestJob(ctx.db, { transactionId }, organizationId)
    runJobAfterResponse(ctx, { transactionId })
    return {
      success: false,
      pending: true,
      message: 'Your payment is being processed. Your plan starts automatically within a few minutes.',
    }
  }
}

async function readOwn(
  ctx: Context,
  { connection }: PaddleAccount,
  { organizationId, transactionId }: { organizationId: string; transactionId: string },
): Promise<PaddleTransaction> {
  const refuse = (reason: string) => {
    logLine('warn', 'payment refused', { requestId: ctx.requestId, organizationId, reason })
    return new AppError('TRANSACTION_NOT_FOUND')
  }
  const record = await getTransaction(connection, transactionId).catch((error: unknown) => {
    throw error instanceof PaddleFailed && error.code === 'NOT_FOUND' ? refuse('unknown') : error
  })
  if ((await transactionOwner(ctx, record)) !== organizationId) throw refuse('of another organization')
  return record
}

function toVerification(ctx: Context, { record, outcome }: SettledTransaction): Verification {
  if (outcome?.kind === 'second') {
    runJobAfterResponse(ctx, { subscriptionId: record.subscriptionId ?? '' })
    return refused('Your organization already has a subscription, so we are refunding this payment.')
  }
  if (hasRefund(record.adjustments ?? [])) return refused('This payment was refunded.')
  const copy =
    outcome?.kind === 'changed'
      ? outcome.change.after
      : outcome?.kind === 'unchanged'
        ? outcome.row
        : undefined
  if (!copy || copy.status === 'canceled') return refused('This subscription has ended.')
  return { success: true, message: 'Your payment was verified.', tier: copy.tier }
}

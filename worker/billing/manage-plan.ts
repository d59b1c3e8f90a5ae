import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import type { PaddleSubscription } from '#worker/services/paddle-records.ts'
import { applyRecords } from './apply-records.ts'
import { isPaidPeriod } from './apply-subscription.ts'
import { changeSubscription, logFailure, unavailable } from './change-subscription.ts'
import { type ChangePreview, higherPlan, type PaidPlan } from './contract.ts'
import { findSubscription } from './find-subscription.ts'
import { toDecimal } from './money.ts'
import { type PaddleAccount, planOf, requirePaddle } from './paddle-account.ts'

/** An upgrade is charged and takes effect at once. A downgrade, without a credit, can be undone until the next period. */
export async function changePlan(ctx: Context, organizationId: string, plan: PaidPlan): Promise<void> {
  const account = requirePaddle(ctx.settings)
  const changed = await changeSubscription(ctx, organizationId, {
    event: 'subscription.change_requested',
    isDone: ({ priceIds }) => planOf(account, priceIds) === plan,
    make: ({ paddle, prices }, record, copy) => {
      assertChangeable(record)
      const isPaid = copy !== undefined && isPaidPeriod(record, copy) && includesPlan(copy, plan)
      return paddle.changePlan(record.id, { priceId: prices[plan], isPaid })
    },
  })
  if (changed) await copyCharge(ctx, account, changed.id)
}

/** The invoice of an upgrade is listed at once. If Paddle fails here, its webhook brings it. */
async function copyCharge(ctx: Context, account: PaddleAccount, subscriptionId: string): Promise<void> {
  const list = { subscriptionId, statuses: ['billed', 'paid', 'completed'] as const, maxPages: 1 }
  try {
    for await (const { entries } of account.paddle.listTransactions(list)) {
      const [transaction] = entries
      if (transaction) await applyRecords(ctx, account, { transaction })
    }
  } catch (error) {
    if (!(error instanceof PaddleFailed)) throw error
    logFailure(ctx, error)
  }
}

const includesPlan = ({ planId }: { planId: PaidPlan }, plan: PaidPlan) => higherPlan(planId, plan) === planId

function assertChangeable({ status }: Pick<PaddleSubscription, 'status'>): void {
  if (status === 'past_due') throw new AppError('SUBSCRIPTION_PAST_DUE')
  if (status === 'paused') throw new AppError('SUBSCRIPTION_PAUSED')
}

export async function previewChange(
  ctx: Context,
  organizationId: string,
  plan: PaidPlan,
): Promise<ChangePreview> {
  const { paddle, prices } = requirePaddle(ctx.settings)
  const subscription = await findSubscription(ctx, organizationId)
  assertChangeable(subscription)
  const { updateSummary, nextTransaction, recurringTransactionDetails, nextBilledAt } = await paddle
    .previewPlanChange(subscription.subscriptionId, {
      priceId: prices[plan],
      isPaid: includesPlan(subscription, plan),
    })
    .catch(unavailable)
  const next = nextTransaction?.details ?? recurringTransactionDetails
  const { currency } = next
  const { credit, charge, result } = updateSummary ?? {}
  return {
    plan,
    credit: toDecimal(credit?.amount ?? '0', currency),
    charge: toDecimal(charge?.amount ?? '0', currency),
    due: { amount: toDecimal(result?.amount ?? '0', currency), currency, action: result?.action ?? 'charge' },
    nextCharge: {
      at: (nextBilledAt ?? subscription.currentPeriodEnd).toISOString(),
      amount: toDecimal(next.amount, currency),
      currency,
    },
  }
}

const isCanceling = ({ scheduledChange }: PaddleSubscription) => scheduledChange?.action === 'cancel'

/** At the end of the paid period; at once if none is paid. */
export const cancelSubscription = (ctx: Context, organizationId: string): Promise<unknown> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_requested',
    isDone: (record) => record.status === 'canceled' || isCanceling(record),
    make: ({ paddle }, record) => paddle.cancelSubscription(record, 'next_billing_period'),
  })

export const undoCancellation = (ctx: Context, organizationId: string): Promise<unknown> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_undone',
    isDone: (record) => record.status !== 'canceled' && !isCanceling(record),
    make: ({ paddle }, { id }) => paddle.removeScheduledChange(id),
  })

export const resumeSubscription = (ctx: Context, organizationId: string): Promise<unknown> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.resume_requested',
    isDone: ({ status, scheduledChange }) => status !== 'paused' && scheduledChange?.action !== 'pause',
    make: ({ paddle }, { id, status }) =>
      status === 'paused' ? paddle.resumeSubscription(id) : paddle.removeScheduledChange(id),
  })

import { eq } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import type { PaddlePreview, PaddleSubscription } from '#worker/services/paddle-records.ts'
import { applyRecords } from './apply-records.ts'
import { isPaidPeriod } from './apply-subscription.ts'
import type { SubscriptionRow } from './billing-emails.ts'
import { changeSubscription, logFailure, readSubscription, unavailable } from './change-subscription.ts'
import { type ChangePreview, higherPlan, type PaidPlan } from './contract.ts'
import { toDecimal } from './money.ts'
import { type PaddleAccount, planOf, requirePaddle } from './paddle-account.ts'

type PlanRequest = { plan: PaidPlan; maxDue?: string | undefined }

/**
 * An upgrade is charged and takes effect at once. A downgrade, without a credit, can be undone until the next period.
 * Throws PRICE_CHANGED instead of charging more than `maxDue`.
 */
export async function changePlan(
  ctx: Context,
  organizationId: string,
  { plan, maxDue }: PlanRequest,
): Promise<void> {
  const account = requirePaddle(ctx.settings)
  const changeTo = (...subscription: Paid) => ({
    priceId: account.prices[plan],
    isPaid: isPaidFor(plan, ...subscription),
  })
  const changed = await changeSubscription(ctx, organizationId, {
    event: 'subscription.change_requested',
    needsActive: true,
    isDone: ({ priceIds }) => planOf(account, priceIds) === plan,
    assertPossible: async ({ paddle }, record, copy) => {
      assertChangeable(record)
      const change = changeTo(record, copy)
      if (maxDue !== undefined && !change.isPaid)
        assertPrice(await paddle.previewPlanChange(record.id, change).catch(unavailable), maxDue)
    },
    make: ({ paddle }, record, copy) => paddle.changePlan(record.id, changeTo(record, copy)),
  })
  if (changed) await copyCharge(ctx, account, changed.id)
}

/** The invoice of an upgrade is listed at once. If Paddle fails here, its webhook brings it. */
async function copyCharge(ctx: Context, account: PaddleAccount, subscriptionId: string): Promise<void> {
  try {
    const [payment] = await account.paddle.listPayments(subscriptionId)
    if (!payment) return
    // The list leaves out refunds.
    await applyRecords(ctx, account, { transaction: await account.paddle.getTransaction(payment.id) })
  } catch (error) {
    if (!(error instanceof PaddleFailed)) throw error
    logFailure(ctx, error)
  }
}

type Paid = [record: PaddleSubscription, copy: SubscriptionRow | undefined]

const isPaidFor = (plan: PaidPlan, ...[record, copy]: Paid): boolean =>
  copy !== undefined && isPaidPeriod(record, copy) && higherPlan(copy.planId, plan) === copy.planId

/** In cents, or yen: Paddle rounds both sides of a proration, so what is due can grow a little each minute. */
const ROUNDING = '5'

function assertPrice(preview: PaddlePreview, maxDue: string): void {
  const { amount, currency, action } = dueOf(preview)
  const most = Number(maxDue) + Number(toDecimal(ROUNDING, currency))
  if (action === 'charge' && Number(amount) > most) throw new AppError('PRICE_CHANGED')
}

function assertChangeable({ status }: Pick<PaddleSubscription, 'status'>): void {
  if (status === 'past_due') throw new AppError('SUBSCRIPTION_PAST_DUE')
  if (status === 'paused') throw new AppError('SUBSCRIPTION_PAUSED')
}

export async function previewChange(
  ctx: Context,
  organizationId: string,
  plan: PaidPlan,
): Promise<ChangePreview> {
  const { account, record, copy } = await readSubscription(ctx, organizationId)
  assertChangeable(record)
  const preview = await account.paddle
    .previewPlanChange(record.id, { priceId: account.prices[plan], isPaid: isPaidFor(plan, record, copy) })
    .catch(unavailable)
  const { credit, charge } = preview.updateSummary ?? {}
  const { amount, currency } = nextOf(preview)
  return {
    plan,
    credit: toDecimal(credit?.amount ?? '0', currency),
    charge: toDecimal(charge?.amount ?? '0', currency),
    due: dueOf(preview),
    nextCharge: {
      at: (preview.nextBilledAt ?? record.currentBillingPeriod?.endsAt ?? ctx.now).toISOString(),
      amount: toDecimal(amount, currency),
      currency,
    },
  }
}

const nextOf = ({ nextTransaction, recurringTransactionDetails }: PaddlePreview) =>
  nextTransaction?.details ?? recurringTransactionDetails

function dueOf(preview: PaddlePreview): ChangePreview['due'] {
  const { amount = '0', action = 'charge' } = preview.updateSummary?.result ?? {}
  const { currency } = nextOf(preview)
  return { amount: toDecimal(amount, currency), currency, action }
}

const isCanceling = ({ scheduledChange }: PaddleSubscription) => scheduledChange?.action === 'cancel'

/** At the end of the paid period; at once if none is paid. Restoring a deleted organization doesn't undo it. */
export const cancelSubscription = (ctx: Context, organizationId: string): Promise<unknown> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_requested',
    needsActive: false,
    isDone: (record) => record.status === 'canceled' || isCanceling(record),
    prepare: () =>
      ctx.db
        .update(subscriptions)
        .set({ cancelReason: 'member' })
        .where(eq(subscriptions.organizationId, organizationId)),
    make: ({ paddle }, record) => paddle.cancelSubscription(record, 'next_billing_period'),
  })

export const undoCancellation = (ctx: Context, organizationId: string): Promise<unknown> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_undone',
    needsActive: true,
    isDone: (record) => record.status !== 'canceled' && !isCanceling(record),
    make: ({ paddle }, { id }) => paddle.removeScheduledChange(id),
  })

export const resumeSubscription = (ctx: Context, organizationId: string): Promise<unknown> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.resume_requested',
    needsActive: true,
    isDone: ({ status, scheduledChange }) => status !== 'paused' && scheduledChange?.action !== 'pause',
    make: ({ paddle }, { id, status }) =>
      status === 'paused' ? paddle.resumeSubscription(id) : paddle.removeScheduledChange(id),
  })

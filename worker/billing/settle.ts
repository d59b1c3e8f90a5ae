import { eq } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import {
  cancelSubscription,
  getSubscription,
  getTransaction,
  type PaddleSubscription,
  type PaddleTransaction,
  removeScheduledChange,
} from '#worker/services/paddle.ts'
import { applySubscription, type SubscriptionOutcome, type SubscriptionRow } from './apply-subscription.ts'
import { applyTransaction } from './apply-transaction.ts'
import { endSecondSubscription } from './end-second-subscription.ts'
import type { PaddleAccount } from './paddle-account.ts'
import { PaymentProblem } from './payment-problem.ts'
import { endsPlan, isProcessing } from './refunds.ts'
import { requestJob } from './request-job.ts'

export type Settled = { organizationId: string | null }

/**
 * Reads a subscription from Paddle, copies it, and makes Paddle agree with what we know: one subscription for each
 * organization, none for one that is being deleted. May run any number of times, and stop anywhere. Throws PaddleFailed,
 * PaymentProblem.
 */
export async function settleSubscription(
  ctx: Context,
  account: PaddleAccount,
  subscriptionId: string,
): Promise<Settled> {
  const record = await getSubscription(account.connection, subscriptionId)
  let outcome = await applySubscription(ctx, account, record)
  if (outcome.kind === 'second') {
    // Our copy of the first one may be old.
    await applySubscription(
      ctx,
      account,
      await getSubscription(account.connection, outcome.row.subscriptionId),
    )
    outcome = await applySubscription(ctx, account, record)
  }
  if (outcome.kind === 'second') {
    await endSecondSubscription(ctx, account, record, outcome.organization)
    return { organizationId: outcome.organization.id }
  }
  if (outcome.kind === 'unknown-organization') throw new PaymentProblem('UNKNOWN_ORGANIZATION')
  if (outcome.kind === 'unknown-price') throw new PaymentProblem('UNKNOWN_PRICE')
  await agreeOnEnd(ctx, account, record, outcome)
  return { organizationId: organizationOf(outcome) }
}

const organizationOf = (outcome: SubscriptionOutcome) =>
  outcome.kind === 'changed'
    ? outcome.change.organization.id
    : 'organization' in outcome
      ? outcome.organization.id
      : null

/** An organization that is being deleted pays no further period; one that was restored keeps its subscription. */
async function agreeOnEnd(
  ctx: Context,
  account: PaddleAccount,
  record: PaddleSubscription,
  outcome: SubscriptionOutcome,
): Promise<void> {
  if (outcome.kind !== 'changed' && outcome.kind !== 'unchanged') return
  const organization = outcome.kind === 'changed' ? outcome.change.organization : outcome.organization
  const row: Pick<SubscriptionRow, 'endsWithOrganization'> | undefined =
    outcome.kind === 'changed' ? outcome.change.before : outcome.row
  const { id, status, scheduledChange } = record
  if (status === 'canceled') return
  const isEnding = scheduledChange?.action === 'cancel'
  if (organization.deleteAt && !isEnding) {
    // First, so that restoring knows whose cancellation it is.
    await setEndsWithOrganization(ctx, id, true)
    await cancel(ctx, account, record, 'next_billing_period')
  } else if (!organization.deleteAt && row?.endsWithOrganization) {
    if (isEnding) await applySubscription(ctx, account, await removeScheduledChange(account.connection, id))
    await setEndsWithOrganization(ctx, id, false)
  }
}

const setEndsWithOrganization = ({ db }: Context, subscriptionId: string, endsWithOrganization: boolean) =>
  db
    .update(subscriptions)
    .set({ endsWithOrganization })
    .where(eq(subscriptions.subscriptionId, subscriptionId))

/** Only a paid period has an end to wait for. */
async function cancel(
  ctx: Context,
  account: PaddleAccount,
  { id, status }: PaddleSubscription,
  when: 'immediately' | 'next_billing_period',
): Promise<void> {
  const hasPaidPeriod = status === 'active' || status === 'trialing'
  const canceled = await cancelSubscription(account.connection, id, hasPaidPeriod ? when : 'immediately')
  await applySubscription(ctx, account, canceled)
}

export type SettledTransaction = Settled & {
  record: PaddleTransaction
  outcome: SubscriptionOutcome | undefined
}

/**
 * Reads a transaction and its subscription from Paddle and copies both. A full refund or a chargeback of the current
 * period ends the plan. Only the subscription's own job ends a second subscription. Throws PaddleFailed, PaymentProblem.
 */
export async function settleTransaction(
  ctx: Context,
  account: PaddleAccount,
  transactionId: string,
): Promise<SettledTransaction> {
  const record = await getTransaction(account.connection, transactionId)
  const { subscriptionId } = record
  const outcome = subscriptionId
    ? await applySubscription(ctx, account, await getSubscription(account.connection, subscriptionId))
    : undefined
  if (outcome?.kind === 'unknown-organization') throw new PaymentProblem('UNKNOWN_ORGANIZATION')
  if (outcome?.kind === 'unknown-price') throw new PaymentProblem('UNKNOWN_PRICE')
  const organizationId = await copyTransaction(ctx, account, record)
  if (subscriptionId && outcome?.kind === 'second') {
    await requestJob(ctx.db, { subscriptionId }, outcome.organization.id)
  }
  if (isProcessing(record)) throw new PaymentProblem('NOT_SETTLED')
  if (subscriptionId && endsPlan(record, ctx.now)) await endSubscription(ctx, account, subscriptionId)
  return { organizationId: organizationId ?? null, record, outcome }
}

async function endSubscription(ctx: Context, account: PaddleAccount, subscriptionId: string): Promise<void> {
  const subscription = await getSubscription(account.connection, subscriptionId)
  if (subscription.status !== 'canceled') await cancel(ctx, account, subscription, 'immediately')
}

/** Returns its organization. */
async function copyTransaction(
  ctx: Context,
  account: PaddleAccount,
  record: PaddleTransaction,
): Promise<string | undefined> {
  const outcome = await applyTransaction(ctx, account, record)
  // A subscription that has ended may belong to an organization that was deleted.
  if (outcome.kind === 'unknown-organization' && !record.subscriptionId && !isProcessing(record)) {
    throw new PaymentProblem('UNKNOWN_ORGANIZATION')
  }
  if (outcome.kind === 'changed') return outcome.change.after.organizationId
  return outcome.kind === 'unchanged' ? outcome.row.organizationId : undefined
}

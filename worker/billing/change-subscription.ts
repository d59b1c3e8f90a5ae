import { and, eq, ne, sql } from 'drizzle-orm'
import { organizations, subscriptions } from '#db/schema/index.ts'
import { recordAudit } from '#worker/audit/audit.ts'
import type { AuditEvent } from '#worker/audit/contract.ts'
import type { Context } from '#worker/context.ts'
import { AppError, type ErrorCode } from '#worker/errors.ts'
import { logLine } from '#worker/lib/log.ts'
import { isLockTimeout } from '#worker/lib/outage.ts'
import { pick } from '#worker/lib/pick.ts'
import { assertActive } from '#worker/membership/membership.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import type { PaddleSubscription } from '#worker/services/paddle-records.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { applyRecords, withoutActor } from './apply-records.ts'
import type { SubscriptionRow } from './billing-emails.ts'
import { type PaddleAccount, requirePaddle } from './paddle-account.ts'

type Change = {
  event: AuditEvent
  needsActive: boolean
  /** It is committed before Paddle is called, and even if no change is needed. */
  prepare?: () => Promise<unknown>
  /** Whether the record already is as requested. A repeated request then needs no change. */
  isDone: (record: PaddleSubscription) => boolean
  assertPossible?: (...subscription: Current) => Promise<void>
  make: (...subscription: Current) => Promise<PaddleSubscription>
}
type Current = [account: PaddleAccount, record: PaddleSubscription, copy: SubscriptionRow | undefined]

/** Paddle's record, copied. `copy` is undefined if the organization has another subscription by now. */
export async function readSubscription(ctx: Context, organizationId: string) {
  const account = requirePaddle(ctx.settings)
  const [subscription] = await ctx.db
    .select({ id: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizationId), ne(subscriptions.status, 'canceled')))
  if (!subscription) throw new AppError('NO_SUBSCRIPTION')
  const record = await account.paddle.getSubscription(subscription.id).catch(unavailable)
  // Otherwise a downgrade would hide a paid upgrade whose response was lost.
  const applied = await applyRecords(withoutActor(ctx), account, { subscription: record })
  if (record.status === 'canceled') throw new AppError('NO_SUBSCRIPTION')
  return { account, record, copy: applied.kind === 'copied' ? applied.row : undefined }
}

/** Returns the changed record, or undefined if it already was as requested. */
export const changeSubscription = (
  ctx: Context,
  organizationId: string,
  { event, needsActive, isDone, prepare, assertPossible, make }: Change,
): Promise<PaddleSubscription | undefined> =>
  inTransaction(ctx, async (tx) => {
    await lockPlan(tx, organizationId)
    if (needsActive) await assertStillActive(tx, organizationId)
    const { account, record: before, copy } = await readSubscription(ctx, organizationId)
    await prepare?.()
    if (isDone(before)) return undefined
    await assertPossible?.(account, before, copy)
    // Committed before Paddle makes it: the Worker may be killed after that.
    await recordAudit(ctx, { event, organizationId })
    const failed = (error: unknown) => readBack(ctx, account, before, { error, isDone })
    const after = await make(account, before, copy).catch(failed)
    await applyRecords(ctx, account, { subscription: after })
    return after
  })

/** Only other changes of the plan wait while Paddle is called, so two at once can't be charged twice. */
async function lockPlan(tx: Transaction, organizationId: string): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', ${MAX_WAIT}, true)`)
  await tx
    .execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${organizationId}`}, 0))`)
    .catch((cause: unknown) => {
      throw isLockTimeout(cause) ? new AppError('SUBSCRIPTION_BUSY', { cause }) : cause
    })
}

/** Shorter than the timeout of a statement. */
const MAX_WAIT = '8s'

/** It may have been deleted while this change waited for another one. */
async function assertStillActive(tx: Transaction, organizationId: string): Promise<void> {
  const [organization] = await tx
    .select(pick(organizations, 'status', 'deleteAt'))
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (organization) assertActive(organization)
}

/** Paddle may have made the change although its response was lost, or another request may have made the same one. */
async function readBack(
  ctx: Context,
  account: PaddleAccount,
  { id }: PaddleSubscription,
  { error, isDone }: { error: unknown; isDone: Change['isDone'] },
): Promise<PaddleSubscription> {
  if (!(error instanceof PaddleFailed)) throw error
  logFailure(ctx, error)
  const record = await account.paddle.getSubscription(id).catch(() => undefined)
  if (record && isDone(record)) return record
  if (record) await applyRecords(withoutActor(ctx), account, { subscription: record })
  const isUnchanged = record !== undefined && error.reason !== 'TIMEOUT'
  if (error.code === 'REFUSED' || error.code === 'RATE_LIMITED' || isUnchanged) return unavailable(error)
  throw new AppError('PAYMENTS_UNAVAILABLE', { message: UNCONFIRMED, cause: error })
}

const UNCONFIRMED =
  "Our payment provider didn't confirm the change. Reload the page in a minute to see whether it was made."

const refusals: Readonly<Record<string, ErrorCode>> = {
  concurrent_modification: 'SUBSCRIPTION_BUSY',
  conflict: 'SUBSCRIPTION_BUSY',
  subscription_locked_processing: 'SUBSCRIPTION_BUSY',
  subscription_locked_renewal: 'SUBSCRIPTION_BUSY',
  subscription_outstanding_transaction: 'SUBSCRIPTION_PAST_DUE',
  subscription_update_when_past_due: 'SUBSCRIPTION_PAST_DUE',
  subscription_payment_declined: 'PAYMENT_DECLINED',
  subscription_is_canceled_action_invalid: 'NO_SUBSCRIPTION',
  subscription_update_when_canceled: 'NO_SUBSCRIPTION',
}

/** Paddle allows no change in the 30 minutes before a renewal. */
const RENEWS_SOON =
  "This plan renews within 30 minutes, so it can't be changed until then. Try again after the renewal."

const messages: Readonly<Record<string, string>> = {
  subscription_locked_pending_changes:
    'This plan is about to end or pause. Reload the page, and undo that first.',
  subscription_locked_processing: RENEWS_SOON,
  subscription_locked_renewal: RENEWS_SOON,
}

export function unavailable(error: unknown): never {
  if (!(error instanceof PaddleFailed)) throw error
  if (error.code === 'REFUSED') {
    const { reason = '' } = error
    const message = messages[reason]
    throw new AppError(refusals[reason] ?? 'CHANGE_REFUSED', { cause: error, ...(message && { message }) })
  }
  throw new AppError('PAYMENTS_UNAVAILABLE', { cause: error })
}

export function logFailure({ requestId }: Context, { code, reason }: PaddleFailed): void {
  logLine('warn', 'paddle', { requestId, code, reason })
}

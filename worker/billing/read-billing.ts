import { and, desc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm'
import { paymentTransactions, subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { pick } from '#worker/lib/pick.ts'
import { beforeDeadline } from '#worker/lib/time.ts'
import type { PaddleMoney } from '#worker/services/paddle-records.ts'
import { toBillingDetails } from './billing-details.ts'
import type { Billing, Subscription, SubscriptionState } from './contract.ts'
import { toDecimal } from './money.ts'
import { type PaddleAccount, paddleAccount } from './paddle-account.ts'
import { selectBillingDetails } from './send-billing-details.ts'
import { graceEnd } from './tier.ts'

const MAX_INVOICES = 100

export async function readBilling(
  ctx: Context,
  organizationId: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<Billing> {
  const { db } = ctx
  const [[subscription], [details], transactions] = await db.batch([
    db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.organizationId, organizationId), ne(subscriptions.status, 'canceled'))),
    selectBillingDetails(ctx, organizationId),
    db
      .select({
        ...pick(paymentTransactions, 'transactionId', 'billedAt', 'createdAt', 'status', 'plan'),
        ...pick(paymentTransactions, 'amount', 'refundedAmount', 'currency'),
      })
      .from(paymentTransactions)
      .where(
        and(
          eq(paymentTransactions.organizationId, organizationId),
          inArray(paymentTransactions.status, ['pending', 'completed', 'refunded']),
          // A change of the card has neither.
          or(gt(paymentTransactions.amount, '0'), isNotNull(paymentTransactions.plan)),
        ),
      )
      .orderBy(desc(paymentTransactions.billedAt), desc(paymentTransactions.id))
      .limit(MAX_INVOICES),
  ])
  const account = paddleAccount(ctx.settings)
  const configured = account !== undefined
  const shown = subscription ? describe(subscription) : null
  if (!isAdmin) {
    const ofMember = shown && { ...shown, nextCharge: null, paymentMethod: null }
    return { configured, subscription: ofMember, invoices: [], details: null }
  }
  return {
    configured,
    subscription:
      shown && subscription ? { ...shown, nextCharge: await nextCharge(account, subscription) } : null,
    invoices: transactions.map(({ billedAt, createdAt, ...invoice }) => ({
      ...invoice,
      billedAt: (billedAt ?? createdAt).toISOString(),
    })),
    details: details ? toBillingDetails(details) : null,
  }
}

type Row = typeof subscriptions.$inferSelect

function describe(row: Row): Omit<Subscription, 'nextCharge'> {
  const { cardExpiryMonth: month, cardExpiryYear: year } = row
  return {
    plan: row.planId,
    state: liveStateOf(row),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    paymentMethod: row.paymentMethod
      ? {
          type: row.paymentMethod,
          brand: row.cardBrand,
          lastFour: row.cardLastFour,
          expires: month && year ? `${String(month).padStart(2, '0')}/${year}` : null,
        }
      : null,
  }
}

function liveStateOf(row: Row): SubscriptionState {
  const { status, tier, pastDueSince, cancelAt, pauseAt, nextPlanId, currentPeriodEnd } = row
  if (status === 'paused') return { kind: 'paused' }
  if (status === 'past_due')
    return pastDueSince && tier !== 'FREE'
      ? { kind: 'past-due', until: graceEnd(pastDueSince).toISOString() }
      : { kind: 'unpaid' }
  if (cancelAt) return { kind: 'canceling', at: cancelAt.toISOString() }
  if (pauseAt) return { kind: 'pausing', at: pauseAt.toISOString() }
  if (nextPlanId) return { kind: 'downgrading', at: currentPeriodEnd.toISOString(), to: nextPlanId }
  return { kind: 'active' }
}

const amounts = new BoundedCache<string, PaddleMoney | null>(1_000)
const MAX_WAIT_FOR_AMOUNT_MS = 1_500

async function nextCharge(account: PaddleAccount | undefined, row: Row): Promise<Subscription['nextCharge']> {
  const { subscriptionId, nextBilledAt, cancelAt, pauseAt, recordUpdatedAt } = row
  if (!nextBilledAt || cancelAt || pauseAt) return null
  const at = nextBilledAt.toISOString()
  if (!account) return { at, amount: null }
  const key = `${subscriptionId} ${recordUpdatedAt.toISOString()}`
  const known = amounts.get(key)
  const read = async () => {
    const money = await account.paddle.getNextCharge(subscriptionId)
    amounts.set(key, money)
    return money
  }
  const money =
    known === undefined
      ? await beforeDeadline(
          read().catch(() => undefined),
          Date.now() + MAX_WAIT_FOR_AMOUNT_MS,
        )
      : known
  if (money === undefined) return { at, amount: null }
  return money && { at, amount: toDecimal(money.amount, money.currency), currency: money.currency }
}

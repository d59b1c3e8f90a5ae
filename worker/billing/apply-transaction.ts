import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, ne, notExists } from 'drizzle-orm'
import { memberships, paymentTransactions, subscriptions } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { PaddleTransaction } from '#worker/services/paddle-records.ts'
import type { Transaction } from '#worker/transaction.ts'
import { queueTransactionEmails, type TransactionChange } from './billing-emails.ts'
import type { TransactionStatus } from './contract.ts'
import { toDecimal } from './money.ts'
import { type PaddleAccount, planOf } from './paddle-account.ts'
import { isChargedBack, isFullyReturned, isOpen, refundedUnits } from './refunds.ts'

type Input = {
  organization: TransactionChange['organization']
  record: PaddleTransaction
  isForSecondSubscription: boolean
}

/** Copies the record unless our copy is newer. Lock the organization first. */
export async function applyTransaction(
  tx: Transaction,
  account: PaddleAccount,
  { organization, record, isForSecondSubscription }: Input,
): Promise<void> {
  const [before] = await tx
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.transactionId, record.id))
  if (!before && isOpen(record)) return
  const userId = before ? before.userId : await findBuyer(tx, organization.id, record)
  const after = copyOf(account, { organizationId: organization.id, userId, record }, before)
  if (before && before.recordUpdatedAt > after.recordUpdatedAt) return
  await setPaymentMethod(tx, record)
  if (before && isDeepStrictEqual({ ...before, ...after }, before)) return
  await tx
    .insert(paymentTransactions)
    .values(after)
    .onConflictDoUpdate({ target: paymentTransactions.transactionId, set: after })
  if (isNews(before, after)) {
    await audit(tx, {
      event: 'payment.recorded',
      organizationId: organization.id,
      subject: record.id,
      before: before && { status: before.status, refunded: before.refundedAmount },
      after: {
        status: after.status,
        amount: after.amount,
        refunded: after.refundedAmount,
        currency: after.currency,
      },
    })
  }
  const { billingPeriod: period, adjustments } = record
  const reasons = { isForSecondSubscription, isChargedBack: isChargedBack(adjustments) }
  await queueTransactionEmails(tx, { organization, before, after, period, ...reasons })
}

/** A payment is one entry of the audit trail, however many steps it takes at Paddle. */
const isNews = (
  before: TransactionChange['before'],
  { status, refundedAmount }: TransactionChange['after'],
) => status !== 'pending' && (before?.status !== status || before.refundedAmount !== refundedAmount)

async function findBuyer(
  tx: Transaction,
  organizationId: string,
  { customData: { userId = 0 } }: PaddleTransaction,
): Promise<number | null> {
  const [member] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
  return member?.userId ?? null
}

const statuses: Readonly<Record<PaddleTransaction['status'], TransactionStatus>> = {
  draft: 'pending',
  ready: 'pending',
  billed: 'pending',
  paid: 'pending',
  completed: 'completed',
  past_due: 'failed',
  canceled: 'canceled',
}

/** It lists the subscription's prices, but pays nothing. */
const isCardChange = ({ origin }: PaddleTransaction) => origin === 'subscription_payment_method_change'

type Copied = { organizationId: string; userId: number | null; record: PaddleTransaction }

function copyOf(
  account: PaddleAccount,
  { organizationId, userId, record }: Copied,
  before: TransactionChange['before'],
): TransactionChange['after'] {
  const status = statuses[record.status]
  const changedAt = [record, ...record.adjustments].map(({ updatedAt }) => updatedAt.getTime())
  return {
    transactionId: record.id,
    providerReference: record.invoiceNumber ?? before?.providerReference ?? null,
    subscriptionId: record.subscriptionId ?? before?.subscriptionId ?? null,
    organizationId,
    userId,
    plan: isCardChange(record) ? null : (planOf(account, record.priceIds) ?? null),
    amount: toDecimal(record.grandTotal, record.currencyCode),
    refundedAmount: toDecimal(String(refundedUnits(record.adjustments)), record.currencyCode),
    currency: record.currencyCode,
    status: status === 'completed' && isFullyReturned(record) ? 'refunded' : status,
    billedAt: record.billedAt,
    recordUpdatedAt: new Date(Math.max(...changedAt)),
  }
}

async function setPaymentMethod(
  tx: Transaction,
  { id, status, subscriptionId, billedAt, paymentMethod }: PaddleTransaction,
): Promise<void> {
  if (status !== 'completed' || !subscriptionId || !billedAt || !paymentMethod) return
  const later = tx
    .select({ id: paymentTransactions.id })
    .from(paymentTransactions)
    .where(
      and(
        eq(paymentTransactions.subscriptionId, subscriptionId),
        ne(paymentTransactions.transactionId, id),
        inArray(paymentTransactions.status, ['completed', 'refunded']),
        gt(paymentTransactions.billedAt, billedAt),
      ),
    )
  const { type, card } = paymentMethod
  await tx
    .update(subscriptions)
    .set({
      paymentMethod: type,
      cardBrand: card?.type ?? null,
      cardLastFour: card?.last4 ?? null,
      cardExpiryMonth: card?.expiryMonth ?? null,
      cardExpiryYear: card?.expiryYear ?? null,
    })
    .where(and(eq(subscriptions.subscriptionId, subscriptionId), notExists(later)))
}

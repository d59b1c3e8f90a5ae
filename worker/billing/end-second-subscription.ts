import { eq } from 'drizzle-orm'
import { organizations, users } from '#db/schema/index.ts'
import {
  cancelSubscription,
  listTransactions,
  type PaddleSubscription,
  type PaddleTransaction,
  refundTransaction,
} from '#worker/clients/paddle.ts'
import type { Context } from '#worker/context.ts'
import { secondPaymentEmail } from '#worker/mail/billing-templates.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { toDecimal } from './money.ts'
import type { PaddleAccount } from './paddle-account.ts'
import { PaymentProblem } from './payment-problem.ts'
import { hasRefund, isProcessing } from './refunds.ts'

const REASON = 'The organization already has a subscription'

/**
 * Two members paid at once: the first subscription stays, and this one is refunded, then canceled. In this order,
 * because a canceled one doesn't say whether it still has to be refunded.
 */
export async function endSecondSubscription(
  ctx: Context,
  { connection }: PaddleAccount,
  { id, customData }: PaddleSubscription,
  organization: Buyer['organization'],
): Promise<void> {
  const transactions = await listTransactions(connection, id)
  if (transactions.some(isProcessing)) throw new PaymentProblem('NOT_SETTLED')
  for (const { id: transactionId } of transactions.filter(isRefundable)) {
    await refundTransaction(connection, transactionId, REASON)
  }
  const payment = transactions.find(isPayment)
  if (payment) await tellBuyer(ctx, payment, { organization, userId: customData.userId })
  await cancelSubscription(connection, id, 'immediately')
}

type Buyer = { organization: { id: string; name: string }; userId: number | undefined }

async function tellBuyer(
  ctx: Context,
  { id, grandTotal, currency }: PaddleTransaction,
  { organization, userId = 0 }: Buyer,
): Promise<void> {
  const [buyer] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!buyer) return
  const email = secondPaymentEmail({
    key: `second-payment/${id}`,
    to: buyer.email,
    organizationName: organization.name,
    total: { amount: toDecimal(grandTotal, currency), currency },
    billingLink: `${ctx.settings.APP_ORIGIN}/organization`,
  })
  await insertEmail(
    ctx.db,
    await encryptEmail(ctx, email),
    organizations,
    eq(organizations.id, organization.id),
  )
  sendAfterResponse(ctx, email.key)
}

const isPayment = ({ status, grandTotal }: PaddleTransaction) =>
  status === 'completed' && Number(grandTotal) > 0

const isRefundable = (transaction: PaddleTransaction) =>
  isPayment(transaction) && !hasRefund(transaction.adjustments ?? [])

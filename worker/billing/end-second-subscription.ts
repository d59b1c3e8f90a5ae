import { and, eq } from 'drizzle-orm'
import { memberships, organizations, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { secondPaymentEmail } from '#worker/mail/billing-templates.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import {
  cancelSubscription,
  getTransaction,
  listTransactions,
  type PaddleSubscription,
  type PaddleTransaction,
  refundTransaction,
} from '#worker/services/paddle.ts'
import { toDecimal } from './money.ts'
import type { PaddleAccount } from './paddle-account.ts'
import { PaymentProblem } from './payment-problem.ts'
import { hasRefund, isProcessing } from './refunds.ts'

/** Payments that Paddle took. */
const TAKEN = ['billed', 'paid', 'completed'] as const
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
  const { entries } = await listTransactions(connection, { subscriptionId: id, statuses: TAKEN })
  if (entries.some(isProcessing)) throw new PaymentProblem('NOT_SETTLED')
  const payments = entries.filter(({ grandTotal }) => Number(grandTotal) > 0)
  for (const { id: transactionId } of payments) {
    const { adjustments } = await getTransaction(connection, transactionId)
    if (!hasRefund(adjustments)) await refundTransaction(connection, transactionId, REASON)
  }
  const [payment] = payments
  if (payment) await tellBuyer(ctx, payment, { organization, userId: customData.userId })
  await cancelSubscription(connection, id, 'immediately')
}

type Buyer = { organization: { id: string; name: string }; userId: number | undefined }

async function tellBuyer(
  ctx: Context,
  { id, grandTotal, currency }: PaddleTransaction,
  { organization, userId = 0 }: Buyer,
): Promise<void> {
  const [buyer] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(users.id, userId), eq(memberships.organizationId, organization.id)))
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

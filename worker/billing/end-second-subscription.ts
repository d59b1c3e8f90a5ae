import { and, eq } from 'drizzle-orm'
import { memberships, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { secondPaymentEmail } from '#worker/mail/billing-templates.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import type { PaddleSubscription, PaddleTransaction } from '#worker/services/paddle-records.ts'
import { inTransaction } from '#worker/transaction.ts'
import { toDecimal } from './money.ts'
import type { PaddleAccount } from './paddle-account.ts'
import { hasRefund, isProcessing } from './refunds.ts'
import { PaymentProblem } from './request-job.ts'

const TAKEN = ['billed', 'paid', 'completed'] as const
const REASON = 'The organization already has a subscription'

type Organization = { id: string; name: string }

/** Refunds first, because a canceled subscription doesn't say whether it still has to be refunded. */
export async function endSecondSubscription(
  ctx: Context,
  { paddle }: PaddleAccount,
  record: PaddleSubscription,
  organization: Organization,
): Promise<void> {
  const payments: PaddleTransaction[] = []
  const list = { subscriptionId: record.id, statuses: TAKEN, maxPages: 1 }
  for await (const { entries } of paddle.listTransactions(list)) payments.push(...entries)
  if (payments.some(isProcessing)) throw new PaymentProblem('NOT_SETTLED')
  const paid = payments.filter(({ grandTotal }) => Number(grandTotal) > 0)
  for (const { id } of paid) {
    const { adjustments } = await paddle.getTransaction(id)
    if (!hasRefund(adjustments)) await paddle.refundTransaction(id, REASON)
  }
  const [payment] = paid
  if (payment) await notifyBuyer(ctx, payment, { organization, userId: record.customData.userId })
  await paddle.cancelSubscription(record, 'immediately')
}

const notifyBuyer = (
  ctx: Context,
  { id, grandTotal, currencyCode: currency }: PaddleTransaction,
  { organization, userId = 0 }: { organization: Organization; userId: number | undefined },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [buyer] = await tx
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
    await queueEmail(tx, email)
  })

import { and, eq, inArray, ne } from 'drizzle-orm'
import { memberships, paymentTransactions, subscriptions } from '#db/schema/index.ts'
import { recordAudit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { may } from '#worker/membership/permissions.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import { unavailable } from './change-subscription.ts'
import type { ExternalUrl } from './contract.ts'
import { requirePaddle } from './paddle-account.ts'

export async function findInvoice(
  ctx: Context,
  organizationId: string,
  transactionId: string,
): Promise<ExternalUrl> {
  const { paddle } = requirePaddle(ctx.settings)
  const [own] = await ctx.db
    .select({ id: paymentTransactions.id })
    .from(paymentTransactions)
    .where(
      and(
        eq(paymentTransactions.transactionId, transactionId),
        eq(paymentTransactions.organizationId, organizationId),
        inArray(paymentTransactions.status, ['completed', 'refunded']),
      ),
    )
  if (!own) throw new AppError('INVOICE_NOT_FOUND')
  const url = await paddle.getInvoiceLink(transactionId).catch((error: unknown) => {
    const isMissing = error instanceof PaddleFailed && ['NOT_FOUND', 'REFUSED'].includes(error.code)
    return isMissing ? undefined : unavailable(error)
  })
  if (!url) throw new AppError('INVOICE_NOT_FOUND')
  return { url }
}

type Caller = { organizationId: string; userId: number }

export async function openPortal(ctx: Context, caller: Caller): Promise<ExternalUrl> {
  const { organizationId } = caller
  const { paddle } = requirePaddle(ctx.settings)
  const [subscription] = await ctx.db
    .select({ subscriptionId: subscriptions.subscriptionId, customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, organizationId))
  if (!subscription) throw new AppError('NO_SUBSCRIPTION')
  const { customerId, subscriptionId } = subscription
  await assertSeesAll(ctx, customerId, caller)
  const url = await paddle.createPortalSession(customerId, subscriptionId).catch(unavailable)
  await recordAudit(ctx, { event: 'subscription.portal_opened', organizationId })
  return { url }
}

/** The portal shows everything that the customer bought, also for other organizations. */
async function assertSeesAll(
  ctx: Context,
  customerId: string,
  { organizationId, userId }: Caller,
): Promise<void> {
  const isCaller = and(
    eq(memberships.organizationId, subscriptions.organizationId),
    eq(memberships.userId, userId),
  )
  const others = await ctx.db
    .select({ role: memberships.role })
    .from(subscriptions)
    .leftJoin(memberships, isCaller)
    .where(and(eq(subscriptions.customerId, customerId), ne(subscriptions.organizationId, organizationId)))
  if (others.some(({ role }) => role === null || !may(role, 'editSettings')))
    throw new AppError('PORTAL_SHARED')
}

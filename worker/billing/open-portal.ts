import { eq } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import { recordAudit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { unavailable } from './change-subscription.ts'
import type { ExternalUrl } from './contract.ts'
import { requirePaddle } from './paddle-account.ts'

/** Paddle's pages for the payment method and old invoices, also of a plan that has ended. */
export async function openPortal(ctx: Context, organizationId: string): Promise<ExternalUrl> {
  const { paddle } = requirePaddle(ctx.settings)
  const [subscription] = await ctx.db
    .select({ subscriptionId: subscriptions.subscriptionId, customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, organizationId))
  if (!subscription) throw new AppError('NO_SUBSCRIPTION')
  const { customerId, subscriptionId } = subscription
  const url = await paddle.createPortalSession(customerId, subscriptionId).catch(unavailable)
  await recordAudit(ctx, { event: 'subscription.portal_opened', organizationId })
  return { url }
}

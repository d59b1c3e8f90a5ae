import { eq } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { monthlyLimits, type Tier, tierNames } from '#worker/membership/constants.ts'
import { checkoutCustomer } from './billing-details.ts'
import { type CheckoutParameters, nextPlan, type PaidPlan, type Upgrade } from './contract.ts'
import { requirePaddle } from './paddle-account.ts'
import { signCheckout } from './sign-checkout.ts'

export async function checkoutParameters(
  ctx: Context,
  { organizationId, tier, plan }: { organizationId: string; tier: Tier; plan: PaidPlan },
  user: { id: number; email: string; isBillingAdmin: boolean },
): Promise<CheckoutParameters> {
  const { clientToken, environment, prices, scriptUrl } = requirePaddle(ctx.settings)
  const [subscription] = await ctx.db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, organizationId))
  if (subscription && subscription.status !== 'canceled') throw new AppError('ALREADY_SUBSCRIBED')
  // Support may have set it. A payment would lower it.
  if (monthlyLimits[plan] < monthlyLimits[tier])
    throw new AppError('ALREADY_SUBSCRIBED', {
      message: `This organization already has the ${tierNames[tier]} plan.`,
    })
  const buyer = { organizationId, userId: user.id }
  return {
    clientToken,
    environment,
    priceId: prices[plan],
    scriptUrl,
    customer: {
      email: user.email,
      ...(user.isBillingAdmin && (await checkoutCustomer(ctx, organizationId))),
    },
    customData: { ...buyer, plan, signature: await signCheckout(ctx, buyer) },
  }
}

type Input = { tier: Tier; plan: PaidPlan | undefined }

export function upgrade({ settings }: Context, input: Input): Upgrade {
  requirePaddle(settings)
  const plan = input.plan ?? nextPlan[input.tier]
  if (!plan) throw new AppError('ALREADY_SUBSCRIBED', { message: 'This organization has the highest plan.' })
  return { checkoutUrl: `${settings.APP_ORIGIN}/checkout?plan=${plan}` }
}

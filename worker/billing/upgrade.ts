import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import type { PaidPlan, Upgrade } from './contract.ts'
import { requirePaddle } from './paddle-account.ts'

const nextPlan: Readonly<Record<Tier, PaidPlan | undefined>> = {
  FREE: 'PRO',
  PRO: 'ENTERPRISE',
  ENTERPRISE: undefined,
}

type Input = { tier: Tier; plan: PaidPlan | undefined }

/** By default to the next plan up. Throws NOT_CONFIGURED, ALREADY_SUBSCRIBED. */
export function upgrade({ settings }: Context, { tier, plan = nextPlan[tier] }: Input): Upgrade {
  requirePaddle(settings)
  if (!plan) throw new AppError('ALREADY_SUBSCRIBED', { message: 'This organization has the highest plan.' })
  return { checkoutUrl: `${settings.APP_ORIGIN}/checkout?plan=${plan}` }
}

import { DAY } from '#worker/lib/time.ts'
import type { Tier } from '#worker/membership/constants.ts'
import { GRACE_DAYS, type PaidPlan, type SubscriptionStatus } from './contract.ts'

const GRACE = GRACE_DAYS * DAY

type Entitlement = { status: SubscriptionStatus; plan: PaidPlan; pastDueSince: Date | null }

/** A scheduled cancellation changes nothing until Paddle cancels. */
export function entitledTier({ status, plan, pastDueSince }: Entitlement, now: Date): Tier {
  if (status === 'active' || status === 'trialing') return plan
  if (status !== 'past_due' || !pastDueSince) return 'FREE'
  return now < graceEnd(pastDueSince) ? plan : 'FREE'
}

export const graceEnd = (pastDueSince: Date): Date => new Date(pastDueSince.getTime() + GRACE)

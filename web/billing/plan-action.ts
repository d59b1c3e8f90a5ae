import type { Tier } from '#worker/organizations/contract.ts'

const rank: Readonly<Record<Tier, number>> = { FREE: 0, PRO: 1, ENTERPRISE: 2 }

export type PlanAction = 'choose' | 'contact-support' | 'sign-in' | 'upgrade' | 'no-organization'

/** What the button of a plan's card does for this visitor. `current` is undefined without an organization. */
export function planAction(plan: Tier, isSignedIn: boolean, current: Tier | undefined): PlanAction {
  if (!isSignedIn) return 'sign-in'
  if (!current) return 'no-organization'
  if (plan === current) return 'choose'
  return rank[plan] < rank[current] ? 'contact-support' : 'upgrade'
}

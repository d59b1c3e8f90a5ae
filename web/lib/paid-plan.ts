import { paths } from '#web/paths.ts'
import type { PaidPlan } from '#worker/billing/contract.ts'
import type { Organization } from '#worker/organizations/contract.ts'

export const isPaidPlan = (plan: string | null | undefined): plan is PaidPlan =>
  plan === 'PRO' || plan === 'ENTERPRISE'

/** From the free plan. */
export const canUpgrade = ({ tier, status }: Pick<Organization, 'tier' | 'status'>) =>
  tier === 'FREE' && status === 'ACTIVE'

export const checkoutPath = (plan: PaidPlan) => `${paths.checkout}?plan=${plan}`

/** With this parameter, the billing tab opens the dialog that changes the plan. */
export const CHANGE_PLAN = 'change-plan'
export const changePlanPath = (plan: PaidPlan) => `${paths.billing}?${CHANGE_PLAN}=${plan}`

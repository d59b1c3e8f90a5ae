import { paths } from '#web/paths.ts'
import type { PaidPlan } from '#worker/billing/contract.ts'
import type { Organization } from '#worker/organizations/contract.ts'

export const isPaidPlan = (plan: string | null | undefined): plan is PaidPlan =>
  plan === 'PRO' || plan === 'ENTERPRISE'

/** From the free plan, unless the payment of a former one is due. */
export const canUpgrade = ({ tier, status, graceEndsAt }: Organization) =>
  tier === 'FREE' && status === 'ACTIVE' && !graceEndsAt

export const checkoutPath = (plan: PaidPlan) => `${paths.checkout}?plan=${plan}`

/** With this parameter, the billing tab opens the dialog that changes the plan. */
export const CHANGE_PLAN = 'change-plan'
export const changePlanPath = (plan: PaidPlan) => `${paths.billing}?${CHANGE_PLAN}=${plan}`

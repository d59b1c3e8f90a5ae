import { isPaidPlan } from '#web/lib/paid-plan.ts'
import type { Subscription } from '#worker/billing/contract.ts'
import {
  type MemberRole,
  type OrganizationStatus,
  rolePermissions,
  type Tier,
} from '#worker/organizations/contract.ts'
import { billingActions } from './subscription-state.ts'

type Organization = { tier: Tier; role: MemberRole; status: OrganizationStatus }

export type PlanAction =
  | 'current'
  | 'contact-support'
  | 'sign-in'
  | 'no-organization'
  | 'upgrade'
  | 'change'
  | 'ask-admin'
  /** The subscription can't change now: it is past due, paused or ends soon. */
  | 'manage'
  | 'unavailable'

const rank: Readonly<Record<Tier, number>> = { FREE: 0, PRO: 1, ENTERPRISE: 2 }

export function planAction(
  plan: Tier,
  isSignedIn: boolean,
  organization: Organization | undefined,
  subscription: Pick<Subscription, 'plan' | 'state'> | null = null,
): PlanAction {
  if (!isSignedIn) return 'sign-in'
  if (!organization) return 'no-organization'
  const { tier, role } = organization
  if (plan === tier) return 'current'
  if (!isPaidPlan(plan) || rank[plan] < rank[tier]) return 'contact-support'
  if (!subscription) return organization.status === 'ACTIVE' ? 'upgrade' : 'unavailable'
  if (!rolePermissions[role].editSettings) return 'ask-admin'
  const canChange = billingActions(subscription.state, organization.status).includes('change')
  return canChange && subscription.plan !== plan ? 'change' : 'manage'
}

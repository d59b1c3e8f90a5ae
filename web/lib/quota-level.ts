import { isPaidPlan } from '#web/lib/paid-plan.ts'
import {
  type MemberRole,
  QUOTA_CRITICAL_PERCENT,
  QUOTA_WARNING_PERCENT,
  type Quota,
  quotaPercentage,
  rolePermissions,
  type Tier,
} from '#worker/organizations/contract.ts'

export type QuotaLevel = 'normal' | 'warning' | 'critical' | 'used-up'

export function quotaLevel(quota: Pick<Quota, 'usedCount' | 'monthlyLimit'> | undefined): QuotaLevel {
  if (quota && quota.monthlyLimit > 0 && quota.usedCount >= quota.monthlyLimit) return 'used-up'
  const percent = quotaPercentage(quota)
  if (percent > QUOTA_CRITICAL_PERCENT) return 'critical'
  return percent > QUOTA_WARNING_PERCENT ? 'warning' : 'normal'
}

/** How to get more. Everyone may buy the first plan, and only admins may change it. */
export function quotaRemedy(tier: Tier, role: MemberRole): 'upgrade' | 'ask-admin' | 'support' {
  if (tier === 'ENTERPRISE') return 'support'
  return isPaidPlan(tier) && !rolePermissions[role].editSettings ? 'ask-admin' : 'upgrade'
}

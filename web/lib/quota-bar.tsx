import { cx } from '#web/ui/cx.ts'
import {
  type Organization,
  QUOTA_CRITICAL_PERCENT,
  QUOTA_WARNING_PERCENT,
  type Quota,
  quotaPercentage,
  rolePermissions,
} from '#worker/organizations/contract.ts'
import { formatCount, formatNumber } from './format.ts'
import { isPaidPlan } from './paid-plan.ts'

const colors: Readonly<Record<QuotaLevel, string>> = {
  normal: 'bg-accent-text',
  warning: 'bg-unsure-fill',
  critical: 'bg-invalid-fill',
  'used-up': 'bg-invalid-fill',
}

export function QuotaBar({ quota }: { quota: Quota }) {
  const percent = quotaPercentage(quota)
  return (
    <div
      role="progressbar"
      aria-label="Monthly quota used"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${formatNumber(quota.usedCount)} of ${formatCount(quota.monthlyLimit, 'validation')} used`}
      className="h-2 overflow-hidden rounded-full bg-idle-soft ring-1 ring-idle-line ring-inset"
    >
      <div
        className={cx('h-full rounded-full transition-[width]', colors[quotaLevel(quota)])}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}

type QuotaLevel = 'normal' | 'warning' | 'critical' | 'used-up'

export function quotaLevel(quota: Pick<Quota, 'usedCount' | 'monthlyLimit'> | undefined): QuotaLevel {
  if (quota && quota.monthlyLimit > 0 && quota.usedCount >= quota.monthlyLimit) return 'used-up'
  const percent = quotaPercentage(quota)
  if (percent > QUOTA_CRITICAL_PERCENT) return 'critical'
  return percent > QUOTA_WARNING_PERCENT ? 'warning' : 'normal'
}

/**
 * How to get more. Undefined while no plan can be bought: a payment is due, or the organization isn't active. Everyone may
 * buy the first plan, and only admins may change it.
 */
export function quotaRemedy({ tier, role, status, graceEndsAt }: Organization) {
  if (status !== 'ACTIVE' || graceEndsAt) return undefined
  if (tier === 'ENTERPRISE') return 'support'
  return isPaidPlan(tier) && !rolePermissions[role].editSettings ? 'ask-admin' : 'upgrade'
}

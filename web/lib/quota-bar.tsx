import { cx } from '#web/ui/cx.ts'
import {
  QUOTA_CRITICAL_PERCENT,
  QUOTA_WARNING_PERCENT,
  type Quota,
  quotaPercentage,
} from '#worker/organizations/contract.ts'
import { formatCount, formatNumber } from './format.ts'

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

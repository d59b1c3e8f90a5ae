import { cx } from '#web/ui/cx.ts'
import { type Quota, quotaPercentage } from '#worker/organizations/contract.ts'
import { formatCount, formatNumber } from './format.ts'
import { type QuotaLevel, quotaLevel } from './quota-level.ts'

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

import { Link } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import {
  QUOTA_CRITICAL_PERCENT,
  QUOTA_WARNING_PERCENT,
  type Quota,
  quotaPercentage,
  type Tier,
} from '#worker/organizations/contract.ts'

export type QuotaLevel = 'normal' | 'warning' | 'critical'

export function quotaLevel(quota: Quota | undefined): QuotaLevel {
  const percent = quotaPercentage(quota)
  if (percent > QUOTA_CRITICAL_PERCENT) return 'critical'
  return percent > QUOTA_WARNING_PERCENT ? 'warning' : 'normal'
}

const linkClass = 'touch-target whitespace-nowrap font-medium underline underline-offset-2'

type QuotaBannerProps = { quota: Quota; tier: Tier }

export function QuotaBanner({ quota, tier }: QuotaBannerProps) {
  const level = quotaLevel(quota)
  if (level === 'normal') return null
  const used = `${formatNumber(quota.usedCount)} of ${formatCount(quota.monthlyLimit, 'validation')}`
  const isUsedUp = quota.usedCount >= quota.monthlyLimit
  const isCritical = level === 'critical'
  return (
    <Banner
      tone={isCritical ? 'critical' : 'warning'}
      title={isCritical ? 'Critical: API Quota Almost Exhausted' : 'API Quota Running Low'}
    >
      {used} used this month ({quotaPercentage(quota)}%).{' '}
      {isCritical
        ? `API access is suspended at 100%${isUsedUp ? ', so calls are refused now,' : ''} and returns`
        : 'The count starts again'}{' '}
      on <Time value={quota.resetDate} />.{' '}
      {tier === 'ENTERPRISE' ? (
        <Link to={paths.support} className={linkClass}>
          Contact support
        </Link>
      ) : (
        <Link to={paths.products} className={linkClass}>
          See Pricing Plans
        </Link>
      )}
    </Banner>
  )
}

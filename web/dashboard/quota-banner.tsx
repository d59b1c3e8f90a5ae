import { Link } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Quota, quotaPercentage, type Tier } from '#worker/organizations/contract.ts'
import { quotaLevel } from './quota-level.ts'

type QuotaBannerProps = { quota: Quota; tier: Tier }

/** Above 80 % of the month's calls; nothing below. */
export function QuotaBanner({ quota, tier }: QuotaBannerProps) {
  const level = quotaLevel(quota)
  if (level === 'normal') return null
  const used = `${formatNumber(quota.usedCount)} of ${formatCount(quota.monthlyLimit, 'validation')}`
  const isCritical = level === 'critical'
  return (
    <Banner
      tone={isCritical ? 'critical' : 'warning'}
      title={isCritical ? 'Critical: API Quota Almost Exhausted' : 'API Quota Running Low'}
      action={
        tier === 'ENTERPRISE' ? null : (
          <Button asChild variant="secondary" size="sm">
            <Link to={paths.products}>See Pricing Plans</Link>
          </Button>
        )
      }
    >
      {used} used this month ({quotaPercentage(quota)}%).{' '}
      {isCritical ? 'API access is suspended at 100% and returns' : 'The count starts again'} on{' '}
      <Time value={quota.resetDate} />.
    </Banner>
  )
}

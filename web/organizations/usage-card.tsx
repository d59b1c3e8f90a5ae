import { Link } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { featuresBesidesQuota } from '#web/lib/plans.ts'
import { quotaLevel, quotaTones } from '#web/lib/quota-level.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type OrganizationDetail,
  type Quota,
  quotaPercentage,
  type Tier,
  tierNames,
} from '#worker/organizations/contract.ts'

type UsageCardProps = {
  organization: OrganizationDetail | undefined
  tier: Tier | undefined
}

export function UsageCard({ organization, tier }: UsageCardProps) {
  return (
    <Card title="API Usage" description="Validations this month, from the dashboard and the API.">
      <CardContent>
        {organization ? <Usage quota={organization.quota} /> : <UsageSkeleton />}
        <div className={tier ? undefined : 'invisible'}>
          <h3 className="mt-6 mb-2.5 font-medium text-sm">Included in {tierNames[tier ?? 'FREE']}</h3>
          <FeatureList features={featuresBesidesQuota(tier ?? 'FREE')} />
        </div>
      </CardContent>
      <CardFooter className="text-sm">
        <Link to={paths.products} className="touch-target font-medium text-accent-text hover:underline">
          See Pricing Plans
        </Link>
      </CardFooter>
    </Card>
  )
}

function Usage({ quota }: { quota: Quota }) {
  const percent = quotaPercentage(quota)
  const left = Math.max(0, quota.monthlyLimit - quota.usedCount)
  return (
    <>
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <p className="tabular">
          <span className="font-semibold text-xl tracking-tight sm:text-2xl">
            {formatNumber(quota.usedCount)}
          </span>
          <span className="text-muted"> of {formatNumber(quota.monthlyLimit)} used</span>
        </p>
        <p className="tabular text-muted text-sm">{percent}%</p>
      </div>
      <ProgressBar
        percent={percent}
        label="Monthly quota used"
        valueText={`${formatNumber(quota.usedCount)} of ${formatCount(quota.monthlyLimit, 'validation')} used`}
        tone={quotaTones[quotaLevel(quota)]}
      />
      <p className="tabular mt-2 text-faint text-sm">
        {formatNumber(left)} left. Resets on <Time value={quota.resetDate} style="date-time" />.
      </p>
    </>
  )
}

function UsageSkeleton() {
  return (
    <>
      <Skeleton className="mb-2 h-8 w-40" />
      <Skeleton className="h-2 w-full" />
      <div className="h-7 pt-[0.6875rem]">
        <Skeleton className="h-3.5 w-56" />
      </div>
    </>
  )
}

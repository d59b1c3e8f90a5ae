import { Plus } from 'lucide-react'
import { Link, Navigate, useLocation } from 'react-router'
import { formatNumber } from '#web/lib/format.ts'
import { useOpenOn } from '#web/lib/open-request.ts'
import { featuresBesidesQuota } from '#web/lib/plans.ts'
import { QuotaBar } from '#web/lib/quota-bar.tsx'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  NO_FREE_QUOTA,
  type OrganizationDetail,
  quotaPercentage,
  type Tier,
  tierNames,
} from '#worker/organizations/contract.ts'
import { OrganizationTab } from './organization-tab.tsx'
import { SettingsCard } from './settings-card.tsx'

export function OrganizationPage() {
  const { hash, search } = useLocation()
  const openOn = useOpenOn()
  // The address of the billing tab in older emails.
  if (hash === '#billing') return <Navigate to={{ pathname: paths.billing, search }} replace />
  return (
    <OrganizationTab>
      {(organization, detail) => (
        <>
          <PageHeader
            description="Settings and usage for your organization."
            actions={
              <Button
                variant="secondary"
                icon={<Plus />}
                onClick={() => openOn(paths.organization, { open: 'new-organization' })}
              >
                New Organization
              </Button>
            }
          />
          <div className="grid gap-5 lg:grid-cols-2">
            <SettingsCard organization={organization} detail={detail} />
            <UsageCard organization={detail} tier={organization.tier} />
          </div>
        </>
      )}
    </OrganizationTab>
  )
}

type UsageCardProps = { organization: OrganizationDetail | undefined; tier: Tier }

function UsageCard({ organization, tier }: UsageCardProps) {
  return (
    <Card title="API Usage" description="Validations this month, from the dashboard and the API.">
      <CardContent>
        {organization ? <Usage {...organization} /> : <UsageSkeleton />}
        <h3 className="mt-6 mb-2.5 font-medium text-sm">Included in {tierNames[tier]}</h3>
        <FeatureList features={featuresBesidesQuota(tier)} />
      </CardContent>
      <CardFooter className="text-sm">
        <Link to={paths.products} className="touch-target font-medium text-accent-text hover:underline">
          See Pricing Plans
        </Link>
      </CardFooter>
    </Card>
  )
}

function Usage({ quota, status }: Pick<OrganizationDetail, 'quota' | 'status'>) {
  if (quota.monthlyLimit === 0)
    return (
      <p className="text-muted text-sm">
        {status === 'ACTIVE' ? NO_FREE_QUOTA : "This organization can't validate at the moment."}
      </p>
    )
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
        <p className="tabular text-muted text-sm">{quotaPercentage(quota)}%</p>
      </div>
      <QuotaBar quota={quota} />
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

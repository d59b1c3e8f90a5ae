import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import type { PlanFeature } from '#web/lib/plans.ts'
import { useOrganization } from '#web/lib/swr.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { type OrganizationDetail, type Tier, tierNames } from '#worker/organizations/contract.ts'
import { MAX_TOKENS } from '#worker/tokens/contract.ts'

const features = (tier: Tier, monthlyLimit: number): PlanFeature[] => [
  monthlyLimit === 0
    ? { text: 'Validations', isPremium: true }
    : { text: `${formatCount(monthlyLimit, 'validation')} a month` },
  { text: `Up to ${MAX_TOKENS} API tokens` },
  { text: 'Tax Lookup API' },
  { text: 'Tax Validation API' },
  { text: 'Priority support', ...(tier === 'FREE' && { isPremium: true }) },
]

export function OrganizationCard() {
  const { data: organization, ...read } = useOrganization()
  return (
    <Card title="Organization Details" aria-busy={read.isLoading}>
      <CardContent className="pt-3">
        {organization ? (
          <Details organization={organization} />
        ) : read.error ? (
          <LoadError title="Failed to fetch organization" {...read} />
        ) : read.isLoading ? (
          <Loading />
        ) : (
          <p className="text-muted text-sm">No organization selected</p>
        )}
      </CardContent>
    </Card>
  )
}

function Details({ organization }: { organization: OrganizationDetail }) {
  const { id, name, tier, quota } = organization
  return (
    <dl className="space-y-3">
      <div>
        <dt className="text-muted text-sm">Name</dt>
        <dd className="break-words font-medium">{name}</dd>
      </div>
      <div>
        <dt className="text-muted text-sm">Organization ID</dt>
        <dd className="flex items-center gap-1">
          <span className="min-w-0 truncate font-mono text-sm" title={id}>
            {id}
          </span>
          <CopyButton text={id} label="Copy organization ID" />
        </dd>
      </div>
      <div>
        <dt className="mb-1 text-muted text-sm">Plan</dt>
        <dd>
          <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
        </dd>
      </div>
      <div>
        <dt className="mb-1 text-muted text-sm">Access</dt>
        <dd>
          <FeatureList features={features(tier, quota.monthlyLimit)} />
        </dd>
      </div>
    </dl>
  )
}

function Loading() {
  return (
    <div className="space-y-4">
      <LoadingText>Loading organization</LoadingText>
      {['w-32', 'w-44', 'w-16'].map((width) => (
        <div key={width}>
          <Skeleton className="my-1 h-3 w-24" />
          <Skeleton className={`my-1 h-4 ${width}`} />
        </div>
      ))}
      <div>
        <Skeleton className="my-1 h-3 w-24" />
        {['w-44', 'w-36', 'w-28', 'w-32', 'w-40'].map((width) => (
          <Skeleton key={width} className={`my-3 h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}

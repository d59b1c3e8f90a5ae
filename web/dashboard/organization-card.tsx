import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import type { PlanFeature } from '#web/lib/plans.ts'
import { useOrganization } from '#web/lib/swr.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { LoadingLines } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
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
          <LoadingLines count={9} label="Loading organization" className="py-2" />
        ) : (
          <p className="text-muted text-sm">No organization selected</p>
        )}
      </CardContent>
    </Card>
  )
}

function Details({ organization }: { organization: OrganizationDetail }) {
  const { id, name, tier, status, quota } = organization
  return (
    <Definitions>
      <Definition term="Name">{name}</Definition>
      <Definition term="Organization ID">
        <div className="flex items-center gap-1">
          <span className="break-all font-mono text-sm">{id}</span>
          <CopyButton text={id} label="Copy organization ID" />
        </div>
      </Definition>
      <Definition term="Plan">
        <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
      </Definition>
      <Definition term="Access">
        {status === 'ACTIVE' ? (
          <FeatureList features={features(tier, quota.monthlyLimit)} />
        ) : (
          'None at the moment'
        )}
      </Definition>
    </Definitions>
  )
}

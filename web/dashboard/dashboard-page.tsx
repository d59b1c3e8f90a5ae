import { useState } from 'react'
import { CallsCard } from '#web/activity/index.ts'
import { storedSelection } from '#web/lib/selection.ts'
import { useOrganization } from '#web/lib/swr.ts'
import { OnboardingGuide } from '#web/onboarding/index.ts'
import { StatusBanner } from '#web/organizations/index.ts'
import { useNewToken } from '#web/tokens/index.ts'
import type { UsageRange } from '#worker/activity/contract.ts'
import { ActivityCard } from './activity-card.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { QuotaBanner } from './quota-banner.tsx'
import { StatCards } from './stat-cards.tsx'
import { TokenListCard } from './token-list-card.tsx'
import { useUpgradeNotice } from './use-upgrade-notice.ts'
import { ValidateCard } from './validate-card.tsx'

export function DashboardPage() {
  const { data: organization, organizationId } = useOrganization()
  const switches = useSwitchCount(organizationId)
  const newToken = useNewToken()
  const onCreateToken = newToken.isInactive ? undefined : newToken.start
  const [range, setRange] = useState<UsageRange>('30d')
  useUpgradeNotice(organizationId)
  return (
    <div className="space-y-4 sm:space-y-5">
      {organization ? <StatusBanner organization={organization} /> : null}
      {organization ? <QuotaBanner organization={organization} /> : null}
      {organization ? (
        <OnboardingGuide key={organization.id} organization={organization} newToken={newToken} />
      ) : null}
      <ValidateCard key={switches} onCreateToken={onCreateToken} />
      <StatCards onCreateToken={onCreateToken} />
      <div className="grid items-start gap-4 sm:gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4 sm:space-y-5">
          <CallsCard range={range} onRange={setRange} />
          <ActivityCard />
        </div>
        <div className="grid min-w-0 items-start gap-4 sm:gap-5 lg:max-xl:grid-cols-2">
          <TokenListCard onCreateToken={onCreateToken} />
          <OrganizationCard />
        </div>
      </div>
      {newToken.dialogs}
    </div>
  )
}

/** The first selection after load is not a switch, unless the tab was of another organization. */
function useSwitchCount(organizationId: string | undefined): number {
  const [seen, setSeen] = useState(() => ({
    organizationId: organizationId ?? storedSelection() ?? undefined,
    switches: 0,
  }))
  if (organizationId && organizationId !== seen.organizationId) {
    setSeen({ organizationId, switches: seen.organizationId ? seen.switches + 1 : 0 })
  }
  return seen.switches
}

import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CallsCard, callsOf } from '#web/activity/index.ts'
import { DraftLink } from '#web/lib/draft-link.tsx'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { queries } from '#web/lib/queries.ts'
import { quotaLevel } from '#web/lib/quota-bar.tsx'
import { refetch, setData, useActivityDays, useOrganization } from '#web/lib/swr.ts'
import { OnboardingGuide } from '#web/onboarding/index.ts'
import { paths } from '#web/paths.ts'
import { useNewToken } from '#web/tokens/index.ts'
import { toast } from '#web/ui/toast.tsx'
import type { UsageRange } from '#worker/activity/contract.ts'
import { type OrganizationDetail, tierNames } from '#worker/organizations/contract.ts'
import { OrganizationCard } from './organization-card.tsx'
import { RecentCard } from './recent-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { TokenListCard } from './token-list-card.tsx'
import { ValidateCard } from './validate-card.tsx'

const Notices = lazyComponent(async () => (await import('./notices.tsx')).Notices, null)

const hasNotice = ({ graceEndsAt, quota, status }: OrganizationDetail): boolean =>
  status === 'ACTIVE' && (graceEndsAt !== null || quotaLevel(quota) !== 'normal' || quota.monthlyLimit === 0)

export function DashboardPage() {
  const { data: organization, organizationId } = useOrganization()
  const { data: days } = useActivityDays()
  const newToken = useNewToken()
  const onCreateToken = newToken.isInactive ? undefined : newToken.start
  const [range, setRange] = useState<UsageRange>('30d')
  useUpgradeNotice(organizationId)
  return (
    <div className="space-y-4 sm:space-y-5">
      {organization && hasNotice(organization) ? <Notices organization={organization} /> : null}
      {organization ? <OnboardingGuide organization={organization} newToken={newToken} /> : null}
      <DraftLink />
      <ValidateCard onCreateToken={onCreateToken} />
      <StatCards onCreateToken={onCreateToken} />
      <div className="grid items-start gap-4 sm:gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4 sm:space-y-5">
          <RecentCard />
          {days?.every(({ counts }) => callsOf(counts) === 0) ? null : (
            <CallsCard range={range} onRange={setRange} />
          )}
        </div>
        <div className="grid min-w-0 items-start gap-4 sm:gap-5 lg:max-xl:grid-cols-2">
          <TokenListCard />
          <OrganizationCard />
        </div>
      </div>
      {newToken.dialog}
    </div>
  )
}

/** Anyone can open the URL, so the server confirms the plan before the screen celebrates it. */
function useUpgradeNotice(organizationId: string | undefined): void {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isUpgraded = query.get('success') === 'upgrade'
  useEffect(() => {
    if (!isUpgraded || !organizationId) return
    const leaving = new AbortController()
    void celebrate(organizationId, leaving.signal).then(() => {
      if (!leaving.signal.aborted) void navigate(paths.dashboardAlias, { replace: true })
    })
    return () => leaving.abort()
  }, [isUpgraded, organizationId, navigate])
}

async function celebrate(organizationId: string, signal: AbortSignal): Promise<void> {
  const fresh = queries.organization(organizationId)
  const organization = await fresh.read({ cache: 'reload', signal }).catch(() => undefined)
  if (!organization || signal.aborted) return
  void setData(fresh, organization)
  void refetch(queries.user, queries.organizations)
  if (organization.tier === 'FREE') return
  toast.success('Upgrade Successful!', {
    onNextScreen: true,
    description: `${organization.name} is on the ${tierNames[organization.tier]} plan.`,
  })
}

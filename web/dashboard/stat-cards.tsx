import { Gauge, KeyRound, Layers, Activity as Pulse } from 'lucide-react'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { canUpgrade } from '#web/lib/paid-plan.ts'
import { QuotaBar } from '#web/lib/quota-bar.tsx'
import { useActivityDays, useOrganization, useTokens } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { liveTokens } from '#web/tokens/index.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard, type StatChange } from '#web/ui/stat-card.tsx'
import { type Quota, quotaPercentage, tierNames } from '#worker/organizations/contract.ts'
import { MAX_TOKENS } from '#worker/tokens/contract.ts'
import { createdRecently, type UsageChange, usageChange } from './usage-change.ts'

function changeOf({ counted, direction, percent }: UsageChange): StatChange {
  if (direction === 'neutral') return { direction, text: 'No change' }
  const word = direction === 'increase' ? 'more' : 'less'
  if (percent === undefined) return { direction, text: `${formatNumber(counted)} ${word}` }
  return { direction, text: percent === 0 ? `Under 1% ${word}` : `${formatNumber(percent)}% ${word}` }
}

const newTokens = (count: number): StatChange =>
  count > 0
    ? { direction: 'increase', text: `${formatNumber(count)} new in 30 days`, isPlain: true }
    : { direction: 'neutral', text: 'None new in 30 days' }

const used = ({ usedCount }: Quota): StatChange =>
  usedCount > 0
    ? { direction: 'decrease', text: `${formatNumber(usedCount)} used this month`, isPlain: true }
    : { direction: 'neutral', text: 'None used this month' }

type StatCardsProps = {
  onCreateToken: (() => void) | undefined
}

export function StatCards({ onCreateToken }: StatCardsProps) {
  const { data: organization, isLoading } = useOrganization()
  const { data: days, isLoading: areDaysLoading } = useActivityDays()
  const { tokens, isLoading: areTokensLoading, error: tokensError } = useTokens()
  const live = liveTokens(tokens)
  const quota = organization?.quota
  const usage = days ? usageChange(days) : undefined

  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard
        title="API Calls"
        icon={<Pulse />}
        loading={areDaysLoading}
        value={usage ? formatNumber(usage.counted) : '–'}
        change={usage && changeOf(usage)}
        subtitle={usage && `Last 30 days · ${formatNumber(usage.before)} in the prior 30`}
      />
      <StatCard
        title="Active API Tokens"
        icon={<KeyRound />}
        loading={areTokensLoading}
        value={tokensError ? '–' : live.length}
        change={tokensError ? undefined : newTokens(createdRecently(live, new Date()))}
        subtitle={tokensError ? undefined : `of ${MAX_TOKENS} used`}
        action={
          <Button variant="text" onClick={onCreateToken} disabled={areTokensLoading || !onCreateToken}>
            Create New Token
          </Button>
        }
      />
      <StatCard
        title="Service Tier"
        icon={<Layers />}
        loading={isLoading}
        value={organization ? tierNames[organization.tier] : '–'}
        change={organization && { direction: 'neutral', text: 'Current plan' }}
        subtitle={quota ? `${formatCount(quota.monthlyLimit, 'validation')} a month` : undefined}
        action={
          isLoading ? (
            <Skeleton className="my-0.5 h-4 w-28" />
          ) : organization && canUpgrade(organization) ? (
            <LinkButton to={paths.products} variant="text">
              Upgrade to Premium
            </LinkButton>
          ) : undefined
        }
      />
      <QuotaCard quota={quota} isLoading={isLoading} />
    </div>
  )
}

function QuotaCard({ quota, isLoading }: { quota: Quota | undefined; isLoading: boolean }) {
  return (
    <StatCard
      title="API Quota Remaining"
      icon={<Gauge />}
      loading={isLoading}
      value={quota ? formatNumber(Math.max(0, quota.monthlyLimit - quota.usedCount)) : '–'}
      change={quota && used(quota)}
      subtitle={
        quota ? (
          <>
            {quotaPercentage(quota)}% used · resets <Time value={quota.resetDate} />
          </>
        ) : undefined
      }
    >
      {quota || isLoading ? (
        <div className="py-1.5">
          {quota && !isLoading ? <QuotaBar quota={quota} /> : <Skeleton className="h-2 rounded-full" />}
        </div>
      ) : null}
    </StatCard>
  )
}

import { Gauge, KeyRound, Layers, Activity as Pulse } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useActivity, useOrganization, useTokens } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { tierWords } from '#web/lib/words.ts'
import { paths } from '#web/paths.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard, type StatChange } from '#web/ui/stat-card.tsx'
import { type Quota, quotaPercentage } from '#worker/organizations/contract.ts'
import { MAX_TOKENS } from '#worker/tokens/contract.ts'
import { quotaLevel } from './quota-level.ts'
import { type UsageChange, usageChange } from './usage-change.ts'

const actionLook = 'rounded-xs font-medium text-accent-text hover:underline'
// Two cards a row on a phone: the title needs the icon's place.
const cardLook = 'max-sm:p-3.5 max-sm:[&_h2+span]:hidden max-sm:[&_h2]:whitespace-normal'
const barTones = { normal: 'accent', warning: 'warning', critical: 'critical' } as const

function changeOf({ direction, percent }: UsageChange): StatChange {
  return { direction, text: percent === undefined ? '0%' : `${formatNumber(Math.abs(percent))}%` }
}

function periodOf({ period }: UsageChange): string {
  return period ? `this month · ${period}` : 'this month · nothing to compare yet'
}

type StatCardsProps = { onCreateToken: () => void }

export function StatCards({ onCreateToken }: StatCardsProps) {
  const { organization, isLoading } = useOrganization()
  const { activity, isLoading: isActivityLoading } = useActivity()
  const { tokens, isLoading: areTokensLoading, error: tokensError } = useTokens()
  const quota = organization?.quota
  const change = usageChange(activity, new Date())

  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard
        className={cardLook}
        title="API Calls"
        icon={<Pulse aria-hidden />}
        loading={isLoading || isActivityLoading}
        value={quota ? formatNumber(quota.usedCount) : '–'}
        {...(quota ? { change: changeOf(change), subtitle: periodOf(change) } : {})}
      />
      <StatCard
        className={cardLook}
        title="Active API Tokens"
        icon={<KeyRound aria-hidden />}
        loading={areTokensLoading}
        value={tokensError ? '–' : tokens.length}
        subtitle={`of ${MAX_TOKENS} used`}
        action={
          <button type="button" className={actionLook} onClick={onCreateToken} disabled={areTokensLoading}>
            Create New Token
          </button>
        }
      />
      <StatCard
        className={cardLook}
        title="Service Tier"
        icon={<Layers aria-hidden />}
        loading={isLoading}
        value={organization ? tierWords[organization.tier] : '–'}
        subtitle={quota ? `${formatCount(quota.monthlyLimit, 'validation')} a month` : undefined}
        action={
          isLoading ? (
            <Skeleton className="my-0.5 h-4 w-28" />
          ) : organization?.tier === 'FREE' ? (
            <Link to={paths.products} className={actionLook}>
              Upgrade to Premium
            </Link>
          ) : undefined
        }
      />
      <QuotaCard quota={quota} isLoading={isLoading} />
    </div>
  )
}

function QuotaCard({ quota, isLoading }: { quota: Quota | undefined; isLoading: boolean }) {
  const percent = quotaPercentage(quota)
  return (
    <StatCard
      className={cardLook}
      title="API Quota Remaining"
      icon={<Gauge aria-hidden />}
      loading={isLoading}
      value={quota ? formatNumber(Math.max(0, quota.monthlyLimit - quota.usedCount)) : '–'}
      subtitle={
        quota ? (
          <>
            {percent}% used · resets <Time value={quota.resetDate} />
          </>
        ) : undefined
      }
    >
      {quota || isLoading ? (
        <div className="mt-auto pt-4 pb-1">
          {quota ? (
            <ProgressBar
              percent={percent}
              label="API quota used"
              valueText={`${formatNumber(quota.usedCount)} of ${formatCount(quota.monthlyLimit, 'validation')} used`}
              tone={barTones[quotaLevel(quota)]}
            />
          ) : (
            <Skeleton className="h-2 rounded-full" />
          )}
        </div>
      ) : null}
    </StatCard>
  )
}

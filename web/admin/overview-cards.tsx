import { useId } from 'react'
import { formatDay, formatDollars, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import type { OverviewDay } from '#worker/admin/contract.ts'
import { useOverview } from './admin-queries.ts'
import { BarChart } from './bar-chart.tsx'
import { NeedsAttention } from './needs-attention.tsx'

export function OverviewCards() {
  const titleId = useId()
  const { data: overview, ...read } = useOverview()
  if (read.error) return <LoadError inCard title="Failed to load the overview" {...read} />
  return (
    <>
      <Card aria-labelledby={titleId} aria-busy={read.isLoading}>
        <h2 id={titleId} className="sr-only">
          Last 30 days
        </h2>
        {overview ? <Charts days={overview.days} /> : <ChartsLoading />}
      </Card>
      <NeedsAttention overview={overview} />
    </>
  )
}

const chartsClass = 'grid divide-y divide-line md:grid-cols-3 md:divide-x md:divide-y-0'

function Charts({ days }: { days: readonly OverviewDay[] }) {
  const barsOf = (name: 'signUps' | 'calls' | 'revenue') =>
    days.map(({ day, ...values }) => ({ at: day, name: formatDay(day), value: values[name] }))
  const shared = { period: 'Last 30 days', unit: 'day' }
  return (
    <div className={chartsClass}>
      <BarChart title="Sign-ups" bars={barsOf('signUps')} format={formatNumber} {...shared} />
      <BarChart title="API calls" bars={barsOf('calls')} format={formatNumber} {...shared} />
      <BarChart title="Revenue in USD" bars={barsOf('revenue')} format={formatDollars} {...shared} />
    </div>
  )
}

function ChartsLoading() {
  return (
    <div className={chartsClass}>
      <LoadingText>Loading the overview</LoadingText>
      {['Sign-ups', 'API calls', 'Revenue in USD'].map((title) => (
        <div key={title} className="p-5">
          <Skeleton className="my-1 h-4 w-20" />
          <Skeleton className="my-1 h-5 w-14" />
          <Skeleton className="mt-3 h-20" />
          <Skeleton className="mt-1.5 h-4 w-full" />
        </div>
      ))}
    </div>
  )
}

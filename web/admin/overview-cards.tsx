import { useId, useState } from 'react'
import { formatDay, formatDollars, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { StepSlider } from '#web/ui/step-slider.tsx'
import type { OverviewDay } from '#worker/admin/contract.ts'
import { useOverview } from './admin-queries.ts'
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
  const valuesOf = (name: 'signUps' | 'calls' | 'revenue') =>
    days.map((each) => ({ day: each.day, value: each[name] }))
  return (
    <div className={chartsClass}>
      <DayChart title="Sign-ups" days={valuesOf('signUps')} format={formatNumber} />
      <DayChart title="API calls" days={valuesOf('calls')} format={formatNumber} />
      <DayChart title="Revenue" days={valuesOf('revenue')} format={formatDollars} />
    </div>
  )
}

function ChartsLoading() {
  return (
    <div className={chartsClass}>
      <LoadingText>Loading the overview</LoadingText>
      {['Sign-ups', 'API calls', 'Revenue'].map((title) => (
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

type DayValue = { day: string; value: number }
type DayChartProps = { title: string; days: readonly DayValue[]; format: (value: number) => string }

/** Shows the total, or the selected day. */
function DayChart({ title, days, format }: DayChartProps) {
  const [picked, setPicked] = useState<number>()
  const last = days.length - 1
  const highest = Math.max(1, ...days.map(({ value }) => value))
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const day = picked === undefined ? undefined : days[picked]
  const spoken = days[picked ?? last]
  return (
    <figure className="min-w-0 p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 whitespace-nowrap">
        <span className="font-medium">{title}</span>
        <span className="text-faint text-xs">{day ? formatDay(day.day) : 'Last 30 days'}</span>
      </figcaption>
      <p className="tabular font-semibold text-xl tracking-tight">{format(day ? day.value : total)}</p>
      <div className="relative mt-3 h-20">
        <StepSlider
          label={`${title} by day`}
          valueText={spoken ? `${formatDay(spoken.day)}: ${format(spoken.value)}` : ''}
          count={days.length}
          picked={picked}
          onPick={setPicked}
        />
        <div
          aria-hidden
          className="flex h-full items-end border-line-strong border-b outline-offset-4 peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text"
        >
          {days.map(({ day: name, value }, index) => (
            <div
              key={name}
              className={cx('flex h-full flex-1 items-end px-px', index === picked && 'bg-hover')}
            >
              <div
                className={cx('w-full rounded-t-xs bg-accent-text', value > 0 && 'min-h-0.5')}
                style={{ height: `${(value / highest) * 100}%` }}
              />
            </div>
          ))}
        </div>
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between text-2xs text-faint">
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>{formatDay(days[last]?.day ?? '')}</span>
      </div>
    </figure>
  )
}

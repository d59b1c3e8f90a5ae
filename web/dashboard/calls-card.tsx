import { ChartColumn } from 'lucide-react'
import { useId, useState } from 'react'
import { outcomeStyles } from '#web/activity/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useActivityDays } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type ActivityDay, CHART_DAYS, outcomes } from '#worker/activity/contract.ts'
import { CallsChart, CallsChartLoading } from './calls-chart.tsx'
import { CallsTable } from './calls-table.tsx'
import { callsOf } from './chart-scale.ts'

// Full width, unlike `sr-only`: in a 1-pixel box the table would scroll, unreachable by keyboard.
const hiddenClass = 'absolute inset-x-0 h-px overflow-hidden [clip-path:inset(50%)]'

export function CallsCard() {
  const titleId = useId()
  const { days, isLoading, error, isRetrying, retry } = useActivityDays()
  const [isTable, setTable] = useState(false)
  const shown = days?.slice(-CHART_DAYS) ?? []
  const isEmpty = shown.every((day) => callsOf(day) === 0)

  const content = () => {
    if (error) {
      return (
        <LoadError title="Failed to load calls per day" error={error} retry={retry} isRetrying={isRetrying} />
      )
    }
    if (isLoading) return <CallsChartLoading />
    if (isEmpty) {
      return (
        <EmptyState
          icon={<ChartColumn aria-hidden />}
          title="No calls in the last 30 days"
          description="Your calls per day appear here, by result."
          className="py-8"
        />
      )
    }
    return (
      <>
        <Legend days={shown} />
        {isTable ? null : <CallsChart days={shown} />}
        <div className={isTable ? '-mx-5 mt-4' : hiddenClass}>
          <CallsTable days={shown} />
        </div>
      </>
    )
  }

  return (
    <Card aria-labelledby={titleId} aria-busy={isLoading} className="relative">
      <CardHeader
        action={
          isEmpty ? null : (
            <Button variant="secondary" size="sm" onClick={() => setTable(!isTable)}>
              {isTable ? 'View as chart' : 'View as table'}
            </Button>
          )
        }
      >
        <CardTitle id={titleId}>Calls per day</CardTitle>
        <CardDescription>The last 30 days, by outcome. Days are in UTC.</CardDescription>
      </CardHeader>
      <CardContent className={cx('pt-4', isTable && !isEmpty && 'pb-2')}>{content()}</CardContent>
    </Card>
  )
}

function Legend({ days }: { days: readonly ActivityDay[] }) {
  return (
    <ul aria-label="Total by outcome" className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {outcomes.map((outcome) => {
        const { word, Icon, text, fill } = outcomeStyles[outcome]
        const total = days.reduce((sum, day) => sum + day[outcome], 0)
        return (
          <li key={outcome} className="flex items-center gap-1.5">
            <span aria-hidden className={cx('h-3.5 w-1.5 rounded-full', fill)} />
            <Icon aria-hidden className={cx('size-3.5', text)} />
            <span className="text-muted">{word}</span>
            <span className="tabular font-medium">{formatNumber(total)}</span>
          </li>
        )
      })}
    </ul>
  )
}

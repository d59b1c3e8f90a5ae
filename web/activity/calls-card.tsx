import { ChartColumn } from 'lucide-react'
import { useId, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { resultLooks } from '#web/results/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Head, Table } from '#web/ui/table.tsx'
import { outcomes, type UsageRange, usageRanges } from '#worker/activity/contract.ts'
import { useSteps } from './activity-queries.ts'
import { CallsChart, CallsChartLoading } from './calls-chart.tsx'
import { callsOf } from './chart-scale.ts'
import type { Step } from './chart-steps.ts'

// Full width, unlike `sr-only`: in a 1-pixel box the table would scroll, unreachable by keyboard.
const hiddenClass = 'absolute inset-x-0 h-px overflow-hidden [clip-path:inset(50%)] *:overflow-hidden'

const labels: Readonly<Record<UsageRange, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
}

type CallsCardProps = { range: UsageRange; onRange: (range: UsageRange) => void }

export function CallsCard({ range, onRange }: CallsCardProps) {
  const titleId = useId()
  const { steps = [], ...read } = useSteps(range)
  const [isTable, setTable] = useState(false)
  const isHourly = range === '24h'
  const unit = isHourly ? 'Hour' : 'Day'
  const title = `Calls per ${unit.toLowerCase()}`
  const isEmpty = steps.every(({ counts }) => callsOf(counts) === 0)
  const totals = outcomes
    .map((outcome) => ({ outcome, total: steps.reduce((sum, { counts }) => sum + counts[outcome], 0) }))
    .filter(({ total }) => total > 0)

  const content = () => {
    if (read.error) return <LoadError title={`Failed to load ${title.toLowerCase()}`} {...read} />
    if (read.isLoading) return <CallsChartLoading />
    if (isEmpty) {
      return (
        <EmptyState
          icon={<ChartColumn />}
          title={`No calls in the last ${labels[range]}`}
          description={`Your ${title.toLowerCase()} appear here, by result.`}
          className="min-h-66 justify-center py-10 sm:min-h-67.5"
        />
      )
    }
    return (
      <>
        <div className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2">
          <Legend totals={totals} />
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 -mr-2 ml-auto"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'View as chart' : 'View as table'}
          </Button>
        </div>
        {isTable ? null : <CallsChart steps={steps} label={`${unit} of the chart`} />}
        <div className={isTable ? '-mx-5 mt-3' : hiddenClass}>
          <StepsTable steps={steps} totals={totals} unit={unit} takesFocus={isTable} />
        </div>
      </>
    )
  }

  return (
    <Card aria-labelledby={titleId} aria-busy={read.isLoading} className="relative">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5">
        <div className="min-w-0 space-y-1">
          <CardTitle id={titleId}>{title}</CardTitle>
          <CardDescription>
            {isHourly ? 'By result, in your time zone.' : 'By result. Days are in UTC.'}
          </CardDescription>
        </div>
        <RangeSwitch value={range} onPick={onRange} />
      </div>
      <CardContent className={cx('pt-4', isTable && !isEmpty && 'pb-2')}>{content()}</CardContent>
    </Card>
  )
}

type Totals = readonly { outcome: keyof typeof resultLooks & keyof Step['counts']; total: number }[]

function Legend({ totals }: { totals: Totals }) {
  return (
    <ul aria-label="Total by result" className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {totals.map(({ outcome, total }) => {
        const { word, Icon, ink, fill } = resultLooks[outcome]
        return (
          <li key={outcome} className="flex flex-wrap items-center gap-x-1.5">
            <span aria-hidden className={cx('h-3.5 w-1.5 rounded-full', fill)} />
            <Icon className={cx('size-3.5', ink)} />
            <span className="text-muted">{word}</span>
            <span className="tabular font-medium">{formatNumber(total)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function RangeSwitch({ value, onPick }: { value: UsageRange; onPick: (range: UsageRange) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-md bg-idle-soft p-1 print:hidden">
      <legend className="sr-only">Time range</legend>
      {usageRanges.map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={range === value}
          onClick={() => onPick(range)}
          className={cx(
            'h-7 whitespace-nowrap rounded-sm px-2.5 font-medium text-muted text-sm transition-colors hover:text-ink pointer-coarse:h-11',
            'aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-xs',
          )}
        >
          {labels[range]}
        </button>
      ))}
    </fieldset>
  )
}

const cellClass = 'px-1.5 py-1.5 sm:px-3'

type StepsTableProps = { steps: readonly Step[]; totals: Totals; unit: 'Day' | 'Hour'; takesFocus: boolean }

function StepsTable({ steps, totals, unit, takesFocus }: StepsTableProps) {
  return (
    <Table
      caption={`Calls per ${unit.toLowerCase()} by result`}
      heads={[
        [unit, 'max-sm:pr-1.5'],
        ...totals.map(({ outcome }): Head => [resultLooks[outcome].word, 'text-right max-sm:px-1.5']),
      ]}
      takesFocus={takesFocus}
      className="text-sm"
    >
      {steps.toReversed().map((step) => (
        <tr key={step.at}>
          <th scope="row" className={cx(cellClass, 'whitespace-nowrap pl-5 text-left font-normal sm:pl-5')}>
            {step.name}
          </th>
          {totals.map(({ outcome }) => (
            <td key={outcome} className={cx(cellClass, 'text-right last:pr-5')}>
              {formatNumber(step.counts[outcome])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

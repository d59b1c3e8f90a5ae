import { useState } from 'react'
import { formatDay, formatNumber, formatWeekdayHour } from '#web/lib/format.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { System, SystemPoint } from '#worker/admin/contract.ts'
import { BarChart } from './bar-chart.tsx'

const charts = [
  { title: 'Recorded calls', field: 'calls' },
  { title: 'Failed calls', field: 'failed' },
  { title: 'Lost calls', field: 'lost' },
] as const

export function SystemCharts({ system: { hours, days } }: { system: System }) {
  const [range, setRange] = useState<'hours' | 'days'>('hours')
  return (
    <Card title="Calls and Problems" description="Up to 10 minutes late. Days are in UTC.">
      <CardContent className="pt-4">
        <Tabs
          label="Time range"
          value={range}
          onValueChange={setRange}
          tabs={[
            {
              value: 'hours',
              label: '24 hours',
              content: (
                <Charts points={hours} unit="hour" period="Last 24 hours" nameOf={formatWeekdayHour} />
              ),
            },
            {
              value: 'days',
              label: '30 days',
              content: (
                <Charts
                  points={days}
                  unit="day"
                  period="Last 30 days"
                  nameOf={(at) => formatDay(at.slice(0, 10))}
                />
              ),
            },
          ]}
        />
      </CardContent>
    </Card>
  )
}

type ChartsProps = {
  points: readonly SystemPoint[]
  unit: 'hour' | 'day'
  period: string
  nameOf: (at: string) => string
}

function Charts({ points, unit, period, nameOf }: ChartsProps) {
  const barsOf = (field: (typeof charts)[number]['field'] | 'problems') =>
    points.map((point) => ({ at: point.at, name: nameOf(point.at), value: point[field] }))
  const shared = { unit, format: formatNumber }
  return (
    <div className="-mx-5 -mb-5 grid divide-y divide-line md:grid-cols-2 xl:grid-cols-4 xl:divide-x xl:divide-y-0">
      {charts.map(({ title, field }) => (
        <BarChart key={field} title={title} bars={barsOf(field)} period={period} {...shared} />
      ))}
      <BarChart
        title="Problems"
        bars={barsOf('problems')}
        period={unit === 'hour' ? 'Most in an hour' : 'Most in a day'}
        total={Math.max(...points.map(({ problems }) => problems))}
        {...shared}
      />
    </div>
  )
}

import { CreditCard, Database, History, Inbox, ListX, Mail, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Time } from '#web/lib/time.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { System } from '#worker/admin/contract.ts'
import { trustRegister } from './admin-actions.ts'
import { AdminArea } from './admin-area.tsx'
import { useSystem } from './admin-queries.ts'
import { SystemCharts } from './system-charts.tsx'
import { IncidentsTable, Jobs } from './system-tables.tsx'

export function AdminSystemPage() {
  return (
    <AdminArea>
      <Content />
    </AdminArea>
  )
}

function Content() {
  const { data: system, ...read } = useSystem()
  if (read.error) {
    return (
      <Card>
        <LoadError title="Failed to load the state of the system" {...read} className="py-14" />
      </Card>
    )
  }
  if (!system) return <Loading />
  return (
    <div className="space-y-4 sm:space-y-5">
      {read.isStale ? (
        <Banner
          tone="warning"
          role="status"
          title="Failed to refresh"
          action={
            <Button variant="secondary" size="sm" pending={read.isRetrying} onClick={read.retry}>
              Retry
            </Button>
          }
        >
          This is the state of <Time value={system.checkedAt} style="date-time" />.
        </Banner>
      ) : null}
      <Problems system={system} />
      <SystemWork system={system} />
      <SystemCharts system={system} />
      <Card
        title="Incidents"
        description="The last 20 problems within 90 days that lasted for more than a minute."
      >
        {system.incidents.length > 0 ? (
          <IncidentsTable incidents={system.incidents} />
        ) : (
          <EmptyState
            icon={<History />}
            title="No incidents"
            description="Problems appear here with their start and end."
            className="py-10"
          />
        )}
      </Card>
      <Card title="Jobs">
        <Jobs {...system} />
      </Card>
    </div>
  )
}

function Problems({ system: { problems, checkedAt } }: { system: System }) {
  const checked = (
    <>
      Checked <Time value={checkedAt} style="date-time" />. Refreshes every 30 seconds.
    </>
  )
  if (problems.length === 0) {
    return (
      <Banner tone="success" title="No problems">
        {checked}
      </Banner>
    )
  }
  return (
    <Card title={formatCount(problems.length, 'problem')} description={checked}>
      <ul className="mt-4 divide-y divide-line border-t">
        {problems.map(({ code, message, advice, since }) => (
          <li key={code} className="px-5 py-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
              <p className="min-w-0 break-words font-medium text-invalid">{message}</p>
              <p className="text-muted text-sm">
                {since ? (
                  <>
                    since <Time value={since} style="date-time" />
                  </>
                ) : (
                  'new'
                )}
              </p>
            </div>
            <p className="mt-1 max-w-3xl text-pretty text-sm">
              <Advice text={advice} />
            </p>
            <p className="wrap-anywhere mt-1 font-mono text-faint text-xs">{code}</p>
            {code.startsWith(SUSPECTED) ? (
              <Button
                variant="secondary"
                size="sm"
                className="mt-3"
                action={() => trustRegister(code.slice(SUSPECTED.length))}
              >
                Trust Its Answers
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const SUSPECTED = 'REGISTER_SUSPECTED/'

const Advice = ({ text }: { text: string }): ReactNode =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} className="rounded-sm bg-idle-soft px-1 font-mono text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  )

function Loading() {
  return (
    <div className="space-y-4 sm:space-y-5">
      <LoadingText>Loading the state of the system</LoadingText>
      {['min-h-17', 'min-h-24', 'min-h-64', 'min-h-96'].map((height) => (
        <Card key={height}>
          <CardContent className={height}>
            <Skeleton className="h-4 w-40" />
            <Skeleton className="mt-3 h-3 w-64" />
          </CardContent>
        </Card>
      ))}
    </div>
  )
}

const since = (instant: string | null): ReactNode =>
  instant ? (
    <>
      oldest <Time value={instant} style="relative" />
    </>
  ) : (
    'none'
  )

function oldestOf({ queue, oldestCall }: System): ReactNode {
  if (queue === 'down') return 'Unknown'
  return oldestCall ? <Time value={oldestCall} style="relative" /> : 'None'
}

const megabytes = new Intl.NumberFormat('en-US', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 0,
})

function SystemWork({ system }: { system: System }) {
  const { deadCalls, emails, payments, hours, databaseBytes } = system
  const lost = hours.reduce((sum, hour) => sum + hour.lost, 0)
  const cards = [
    {
      title: 'Oldest call',
      Icon: Inbox,
      value: oldestOf(system),
      subtitle: 'in the queue',
    },
    {
      title: 'Dead calls',
      Icon: ListX,
      value: formatNumber(deadCalls.count),
      subtitle: since(deadCalls.oldest),
    },
    { title: 'Lost calls', Icon: Unplug, value: formatNumber(lost), subtitle: 'in 24 hours' },
    {
      title: 'Email queue',
      Icon: Mail,
      value: formatNumber(emails.count),
      subtitle: since(emails.oldest),
    },
    {
      title: 'Payment jobs',
      Icon: CreditCard,
      value: formatNumber(payments.count),
      subtitle: since(payments.oldest),
    },
    {
      title: 'Database',
      Icon: Database,
      value: megabytes.format(databaseBytes / 1_000_000),
      subtitle: 'PostgreSQL',
    },
  ]
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-6">
      {cards.map(({ title, Icon, value, subtitle }) => (
        <StatCard key={title} title={title} icon={<Icon />} value={value} subtitle={subtitle} />
      ))}
    </div>
  )
}

import { CreditCard, Database, Inbox, ListX, Mail, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { System } from '#worker/admin/contract.ts'

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

export function SystemWork({ system }: { system: System }) {
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

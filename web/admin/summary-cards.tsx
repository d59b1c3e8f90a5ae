import { BadgeDollarSign, Building2, Sparkles, Users } from 'lucide-react'
import { formatDollars, formatNumber } from '#web/lib/format.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { AnalyticsSummary } from '#worker/admin/contract.ts'

export function SummaryCards({ summary }: { summary: AnalyticsSummary }) {
  const cards = [
    { title: 'Total Users', Icon: Users, value: formatNumber(summary.totalUsers) },
    { title: 'Pro Users', Icon: Sparkles, value: formatNumber(summary.totalProUsers) },
    { title: 'Enterprise Users', Icon: Building2, value: formatNumber(summary.totalEnterpriseUsers) },
    { title: 'Monthly Revenue', Icon: BadgeDollarSign, value: formatDollars(summary.monthlyRevenue) },
  ]
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map(({ title, Icon, value }) => (
        <StatCard
          key={title}
          // On a phone the titles need the icon's place.
          className="max-sm:p-3.5 max-sm:[&_h2+span]:hidden max-sm:[&_h2]:whitespace-normal"
          title={title}
          icon={<Icon aria-hidden />}
          value={value}
        />
      ))}
    </div>
  )
}

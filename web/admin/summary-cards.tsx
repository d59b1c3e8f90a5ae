import { BadgeDollarSign, Building2, Sparkles, Users } from 'lucide-react'
import { formatDollars, formatNumber } from '#web/lib/format.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { AnalyticsSummary } from '#worker/admin/contract.ts'

/** On a phone the titles need the icon's place. */
const cardClass = 'max-sm:p-3.5 max-sm:[&_h2+span]:hidden max-sm:[&_h2]:whitespace-normal'

export function SummaryCards({ summary }: { summary: AnalyticsSummary }) {
  const { totalUsers, totalProUsers, totalEnterpriseUsers, monthlyRevenue } = summary
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard
        className={cardClass}
        title="Total Users"
        icon={<Users aria-hidden />}
        value={formatNumber(totalUsers)}
      />
      <StatCard
        className={cardClass}
        title="Pro Users"
        icon={<Sparkles aria-hidden />}
        value={formatNumber(totalProUsers)}
      />
      <StatCard
        className={cardClass}
        title="Enterprise Users"
        icon={<Building2 aria-hidden />}
        value={formatNumber(totalEnterpriseUsers)}
      />
      <StatCard
        className={cardClass}
        title="Monthly Revenue"
        icon={<BadgeDollarSign aria-hidden />}
        value={formatDollars(monthlyRevenue)}
      />
    </div>
  )
}

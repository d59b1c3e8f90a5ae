import { BadgeDollarSign, Building2, Sparkles, Users } from 'lucide-react'
import { formatDollars, formatNumber } from '#web/lib/format.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { AnalyticsSummary } from '#worker/admin/contract.ts'

export function SummaryCards({ summary }: { summary: AnalyticsSummary }) {
  const { totalUsers, totalProUsers, totalEnterpriseUsers, monthlyRevenue } = summary
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard title="Total Users" icon={<Users aria-hidden />} value={formatNumber(totalUsers)} />
      <StatCard title="Pro Users" icon={<Sparkles aria-hidden />} value={formatNumber(totalProUsers)} />
      <StatCard
        title="Enterprise Users"
        icon={<Building2 aria-hidden />}
        value={formatNumber(totalEnterpriseUsers)}
      />
      <StatCard
        title="Monthly Revenue"
        icon={<BadgeDollarSign aria-hidden />}
        value={formatDollars(monthlyRevenue)}
      />
    </div>
  )
}

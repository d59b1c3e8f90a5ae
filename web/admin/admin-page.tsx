import { BadgeDollarSign, Building2, Sparkles, Users } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatDollars, formatNumber } from '#web/lib/format.ts'
import { refetch } from '#web/lib/swr.ts'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { AnalyticsSummary } from '#worker/admin/contract.ts'
import { AdminLinks } from './admin-links.tsx'
import { adminQueries, useSummary } from './admin-queries.ts'
import { AnalyticsError } from './analytics-error.tsx'
import { OverviewCards } from './overview-cards.tsx'
import { RequireAdmin } from './require-admin.tsx'
import { UsersCard } from './users-card.tsx'
import { parseUsersParams } from './users-params.ts'

export function AdminPage() {
  return (
    <RequireAdmin>
      <AdminLinks />
      <Analytics />
    </RequireAdmin>
  )
}

function Analytics() {
  const [query] = useSearchParams()
  const list = parseUsersParams(query)
  const { data: summary, error, isRetrying, retry } = useSummary()
  if (error) {
    const retryAll = () => {
      retry()
      void refetch(adminQueries.overview, adminQueries.users(list))
    }
    return (
      <Card>
        <AnalyticsError retry={retryAll} isRetrying={isRetrying} />
      </Card>
    )
  }
  if (!summary) {
    return (
      <p role="status" className="flex min-h-96 items-center justify-center gap-2.5 text-muted">
        <Spinner />
        Loading analytics data...
      </p>
    )
  }
  return (
    <div className="space-y-4 sm:space-y-5">
      <SummaryCards summary={summary} />
      <OverviewCards />
      <UsersCard list={list} />
    </div>
  )
}

function SummaryCards({ summary }: { summary: AnalyticsSummary }) {
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

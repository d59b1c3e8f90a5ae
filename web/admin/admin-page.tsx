import { useSearchParams } from 'react-router'
import { refetch } from '#web/lib/swr.ts'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AdminLinks } from './admin-links.tsx'
import { adminQueries, useSummary } from './admin-queries.ts'
import { AnalyticsError } from './analytics-error.tsx'
import { OverviewCards } from './overview-cards.tsx'
import { RequireAdmin } from './require-admin.tsx'
import { SummaryCards } from './summary-cards.tsx'
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
  const { summary, error, isRetrying, retry } = useSummary()
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

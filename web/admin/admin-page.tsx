import { ArrowDown, ArrowUp, BadgeDollarSign, Building2, SearchX, Sparkles, Users } from 'lucide-react'
import { useId } from 'react'
import { formatCount, formatDollars, formatNumber } from '#web/lib/format.ts'
import { PagedCard } from '#web/lib/page-links.tsx'
import { fresh, refetch, useRead } from '#web/lib/swr.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ClearFilters, SearchFilter } from '#web/ui/filters.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { type AnalyticsSummary, MAX_COUNTED, type UsersPage } from '#worker/admin/contract.ts'
import { tierNames, tiers } from '#worker/organizations/contract.ts'
import { AdminArea } from './admin-area.tsx'
import { adminQueries } from './admin-queries.ts'
import { OverviewCards } from './overview-cards.tsx'
import { UserRow } from './user-row.tsx'
import { orderOf, sortedBy, sortOf, type UserSort, type UsersList, useUsersList } from './users-params.ts'

export function AdminPage() {
  return (
    <AdminArea>
      <Analytics />
    </AdminArea>
  )
}

function Analytics() {
  const list = useUsersList()
  const { data: summary, error, isRetrying, retry } = useRead(adminQueries.summary, fresh)
  if (error) {
    const retryAll = () => {
      retry()
      void refetch(adminQueries.overview, adminQueries.users(list.values))
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

const AnalyticsError = ({ retry, isRetrying }: { retry: () => void; isRetrying: boolean }) => (
  <ErrorState
    title="Error Loading Data"
    description="Failed to load analytics data. Please try again later."
    onRetry={retry}
    retrying={isRetrying}
    className="py-14"
  />
)

function SummaryCards({ summary }: { summary: AnalyticsSummary }) {
  const cards = [
    { title: 'Total Users', Icon: Users, value: formatNumber(summary.totalUsers) },
    { title: 'Pro Users', Icon: Sparkles, value: formatNumber(summary.totalProUsers) },
    { title: 'Enterprise Users', Icon: Building2, value: formatNumber(summary.totalEnterpriseUsers) },
    { title: 'Monthly Revenue', Icon: BadgeDollarSign, value: formatDollars(summary.monthlyRevenue) },
  ]
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map(({ title, Icon, value }) => (
        <StatCard key={title} title={title} icon={<Icon />} value={value} />
      ))}
    </div>
  )
}

function UsersCard({ list }: { list: UsersList }) {
  const titleId = useId()
  const { data: page, isLoading, error, isRetrying, retry } = useRead(adminQueries.users(list.values), fresh)
  const { isFiltered } = list

  const content = () => {
    if (error) return <AnalyticsError retry={retry} isRetrying={isRetrying} />
    if (!page) return <Loading />
    if (page.users.length > 0) {
      return (
        <ul aria-labelledby={titleId} className="divide-y divide-line">
          {page.users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </ul>
      )
    }
    return (
      <EmptyState
        icon={isFiltered ? <SearchX /> : <Users />}
        title={isFiltered ? 'No users found matching your filters' : 'No more users'}
        description={
          isFiltered ? 'Change the filters, or clear them to see all users.' : 'This page is empty now.'
        }
        action={
          <LinkButton to={list.clearedPath} variant="secondary" size="sm">
            {isFiltered ? 'Show All Users' : 'First Page'}
          </LinkButton>
        }
      />
    )
  }

  return (
    <PagedCard
      aria-labelledby={titleId}
      aria-busy={isLoading}
      {...list.pages(page?.next)}
      labels={{ newest: 'First', older: 'Next' }}
    >
      <div className="border-b px-5 py-4">
        <CardTitle id={titleId}>Users</CardTitle>
        <UsersFilters list={list} />
        <p role="status" className="mt-3 min-h-5 text-muted text-sm">
          {page ? countLine(page, list) : error ? '' : 'Loading analytics data...'}
        </p>
      </div>
      {content()}
    </PagedCard>
  )
}

function countLine({ total, matching }: UsersPage, { values, isFiltered }: UsersList): string {
  const users = formatCount(total, 'user')
  const found = matching > MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(matching)
  const shown = isFiltered ? `Showing ${found} of ${users}` : `Showing all ${users}`
  return `${shown}, ${orderOf(values)}`
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="space-y-2 px-5 py-4">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-4 w-72" />
        </div>
      ))}
    </div>
  )
}

const tierChoices = tiers.map((value) => ({ value, label: tierNames[value] }))

const sorts: readonly { value: UserSort; label: string }[] = [
  { value: 'createdAt', label: 'Creation Date' },
  { value: 'usage', label: 'API Usage' },
]

function UsersFilters({ list: { values, show, field, isFiltered, onClear } }: { list: UsersList }) {
  const Arrow = values.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <search
      aria-label="Filters"
      className="mt-3 grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem] xl:grid-cols-[minmax(0,1fr)_10rem_auto_auto]"
    >
      <SearchFilter
        label="Email"
        maxLength={254}
        className="min-w-0"
        value={values.email}
        onPick={(email) => show({ email: email?.toLowerCase() })}
      />
      <ChoiceFilter label="Tier" all="All tiers" choices={tierChoices} {...field('tier')} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 font-medium text-sm">Sort by</legend>
        {sorts.map(({ value, label }) => {
          const isCurrent = value === sortOf(values)
          return (
            <Button
              key={value}
              variant="secondary"
              aria-pressed={isCurrent}
              className="aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
              onClick={() => show(sortedBy(values, value))}
            >
              {label}
              {isCurrent ? <Arrow /> : null}
            </Button>
          )
        })}
      </fieldset>
      <ClearFilters isFiltered={isFiltered} onClear={onClear} />
    </search>
  )
}

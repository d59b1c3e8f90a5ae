import { Download, History } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '#web/lib/api-client.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { isFiltered } from '#web/lib/page-params.ts'
import { pageQuery } from '#web/lib/queries.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { useActivity, useActivityPage, useTokens } from '#web/lib/swr.ts'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayFilter, FilterBar, NoMatches } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Activity, ActivityFilter } from '#worker/activity/contract.ts'
import { activityPath, parseActivityParams } from './activity-params.ts'
import { CallsCard } from './calls-card.tsx'
import { CallsLoading, CallsTable } from './calls-table.tsx'
import { endpointChoices, statusChoices, tokenChoices } from './filter-choices.ts'
import { UsageCard } from './usage-card.tsx'

const PAGE_SIZE = 50
const DESCRIPTION = 'Every call from your code and the dashboard, newest first.'

export function ActivityPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { filter, before, range } = parseActivityParams(query)
  const isNewest = before === undefined && !isFiltered(filter)
  // One more than shown reveals whether there are older calls. The newest ones are read once, for the filters too.
  const page = useActivityPage(isNewest ? {} : { ...filter, before, limit: PAGE_SIZE + 1 })
  const { data: found = [], organizationId, isLoading, ...read } = page
  const calls = found.slice(0, PAGE_SIZE)
  const older = found.length > PAGE_SIZE ? calls.at(-1)?.id : undefined
  useLeaveOnSwitch(paths.activity)

  const show = (next: ActivityFilter) =>
    void navigate(activityPath(next, { range }), {
      // A date is typed in parts; Back should skip the intermediate ones.
      replace: next.day !== undefined && filter.day !== undefined && next.day !== filter.day,
    })

  if (isNewest && !isLoading && !read.error && calls.length === 0) return <NoCalls page={page} />

  const content = () => {
    if (isLoading) return <CallsLoading count={12} />
    if (read.error) return <LoadError title="Failed to load activities" {...read} className="py-14" />
    if (calls.length > 0)
      return <CallsTable caption="Calls" calls={calls} from={activityPath(filter, { before, range })} />
    if (isFiltered(filter)) return <NoMatches what="calls" each="call" onClear={() => show({})} />
    return <EmptyState icon={<History />} title="No older calls" description="This is the end of the list." />
  }

  return (
    <>
      <PageHeader
        description={DESCRIPTION}
        actions={
          <>
            <RefreshButton read={page} />
            {organizationId ? (
              <LinkButton
                href={api.activity.export.$path(pageQuery(organizationId, filter))}
                download
                variant="secondary"
                icon={<Download />}
              >
                Download CSV
              </LinkButton>
            ) : null}
          </>
        }
      />
      <div className="mb-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <CallsCard
          range={range}
          onRange={(next) => void navigate(activityPath(filter, { before, range: next }), { replace: true })}
        />
        <UsageCard range={range} />
      </div>
      <PagedCard
        name="API Calls"
        aria-busy={isLoading}
        newest={before === undefined ? undefined : activityPath(filter, { range })}
        older={older === undefined ? undefined : activityPath(filter, { before: older, range })}
      >
        <Filters filter={filter} calls={calls} onFilter={show} />
        <div className="py-1">{content()}</div>
      </PagedCard>
    </>
  )
}

const NoCalls = ({ page }: { page: ReturnType<typeof useActivityPage> }) => (
  <>
    <PageHeader description={DESCRIPTION} />
    <EmptyState
      inCard
      icon={<History />}
      title="No calls yet"
      description="Each call appears here with its result, who made it and how long it took. Make the first one in the dashboard or from your code."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <LinkButton to={paths.dashboard}>Validate a Tax ID</LinkButton>
          <LinkButton to={paths.tokens} variant="secondary">
            Create an API Token
          </LinkButton>
          <RefreshButton read={page} />
        </div>
      }
    />
  </>
)

type FiltersProps = {
  filter: ActivityFilter
  calls: readonly Activity[]
  onFilter: (filter: ActivityFilter) => void
}

function Filters({ filter, calls, onFilter }: FiltersProps) {
  const { tokens } = useTokens()
  const { activity } = useActivity()
  const known = { filter, tokens: tokens.filter(({ live }) => live), seen: [...activity, ...calls] }
  const change = (part: ActivityFilter) => onFilter({ ...filter, ...part })
  return (
    <FilterBar
      className="grid-cols-2 lg:grid-cols-4 xl:grid-cols-[1fr_1.5fr_1fr_auto_auto]"
      isFiltered={isFiltered(filter)}
      onClear={() => onFilter({})}
    >
      <ChoiceFilter
        label="Status"
        choices={statusChoices(known)}
        value={filter.status}
        onPick={(status) => change({ status: status === undefined ? undefined : Number(status) })}
      />
      <ChoiceFilter
        label="Endpoint"
        choices={endpointChoices(known)}
        value={filter.endpoint}
        onPick={(endpoint) => change({ endpoint })}
      />
      <ChoiceFilter
        label="Token"
        choices={tokenChoices(known)}
        value={filter.tokenId}
        onPick={(tokenId) => change({ tokenId: tokenId === undefined ? undefined : Number(tokenId) })}
      />
      <DayFilter day={filter.day} onPick={(day) => change({ day })} />
    </FilterBar>
  )
}

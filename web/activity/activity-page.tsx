import { Download, History } from 'lucide-react'
import { api } from '#web/lib/api-client.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { inOrganization, queries } from '#web/lib/queries.ts'
import { RefreshButton, type RefreshButtonProps } from '#web/lib/refresh-button.tsx'
import { useActivity, useOfOrganization, useTokens } from '#web/lib/swr.ts'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayFilter, FilterBar, NoMatches } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import type { Activity } from '#worker/activity/contract.ts'
import { type ActivityList, rangeOf, rangeParam, useActivityList } from './activity-params.ts'
import { CallsCard } from './calls-card.tsx'
import { CallsTable } from './calls-table.tsx'
import { endpointChoices, statusChoices, tokenChoices } from './filter-choices.ts'
import { UsageCard } from './usage-card.tsx'

const PAGE_SIZE = 50
const DESCRIPTION = 'Every call from your code and the dashboard, newest first.'

export function ActivityPage() {
  const list = useActivityList()
  const { status, endpoint, token: tokenId, day, before } = list.values
  const filter = { status, endpoint, tokenId, day }
  const range = rangeOf(list.values)
  const isNewest = before === undefined && !list.isFiltered
  // One more than shown reveals whether there are older calls. The newest ones are read once, for the filters too.
  const page = useOfOrganization((id) =>
    queries.activity(id, isNewest ? {} : { ...filter, before, limit: PAGE_SIZE + 1 }),
  )
  const { data: found = [], organizationId, isLoading, ...read } = page
  const calls = found.slice(0, PAGE_SIZE)
  const older = found.length > PAGE_SIZE ? calls.at(-1)?.id : undefined
  useLeaveOnSwitch(paths.activity)

  if (isNewest && !isLoading && !read.error && calls.length === 0) return <NoCalls page={page} />

  const content = () => {
    if (isLoading) return <LoadingRows count={12} label="Loading activity" />
    if (read.error) return <LoadError title="Failed to load activities" {...read} className="py-14" />
    if (calls.length > 0) return <CallsTable caption="Calls" calls={calls} from={list.here} />
    if (list.isFiltered) return <NoMatches what="calls" each="call" onClear={list.onClear} />
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
                href={api.activity.export.$path(inOrganization(organizationId, filter))}
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
      <div className="mb-5 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <CallsCard
          range={range}
          onRange={(next) => list.show({ before, range: rangeParam(next) }, { replace: true })}
        />
        <UsageCard range={range} />
      </div>
      <PagedCard name="API Calls" aria-busy={isLoading} {...list.pages(older)}>
        <Filters list={list} calls={calls} />
        <div className="py-1">{content()}</div>
      </PagedCard>
    </>
  )
}

const NoCalls = ({ page }: { page: RefreshButtonProps['read'] }) => (
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

function Filters({ list, calls }: { list: ActivityList; calls: readonly Activity[] }) {
  const { values, field } = list
  const { tokens } = useTokens()
  const { activity } = useActivity()
  const known = { chosen: values, tokens: tokens.filter(({ live }) => live), seen: [...activity, ...calls] }
  return (
    <FilterBar list={list} className="grid-cols-2 lg:grid-cols-4 xl:grid-cols-[1fr_1.5fr_1fr_auto_auto]">
      <ChoiceFilter label="Status" choices={statusChoices(known)} {...field('status')} />
      <ChoiceFilter label="Endpoint" choices={endpointChoices(known)} {...field('endpoint')} />
      <ChoiceFilter label="Token" choices={tokenChoices(known)} {...field('token')} />
      <DayFilter {...field('day')} />
    </FilterBar>
  )
}

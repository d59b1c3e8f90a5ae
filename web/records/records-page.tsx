import { Download, FileCheck2 } from 'lucide-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { FilterBar, NoMatches } from '#web/lib/filters.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { isFiltered, pathWith } from '#web/lib/page-params.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { fresh, useOfOrganization } from '#web/lib/swr.ts'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchFilter } from '#web/ui/search-filter.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { RecordPage } from './record-page.tsx'
import { exportUrl, listQuery, type RecordFilter } from './record-queries.ts'
import { RecordsTable } from './records-table.tsx'

const MAX_SEARCH_LENGTH = 200

export function RecordsPage() {
  const { recordId } = useParams()
  return recordId === undefined ? <Overview /> : <RecordPage key={recordId} recordId={recordId} />
}

function Overview() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const of = (name: string) => params.get(name) || undefined
  const filter: RecordFilter = { search: of('search'), from: of('from'), to: of('to') }
  const cursor = of('cursor')
  const page = useOfOrganization((id) => listQuery(id, { ...filter, cursor }), fresh)
  const { data, organizationId, ...read } = page
  useLeaveOnSwitch(paths.records)
  const show = (next: RecordFilter) => void navigate(pathWith(paths.records, next))

  const isEmpty = data?.records.length === 0 && !cursor && !isFiltered(filter)

  const content = () => {
    if (read.error) return <LoadError title="Failed to load records" {...read} className="py-14" />
    if (!data) return <LoadingRows count={3} label="Loading records" rowClass="px-5 py-3.5" />
    if (data.records.length > 0) return <RecordsTable records={data.records} />
    if (isFiltered(filter)) return <NoMatches what="records" each="record" onClear={() => show({})} />
    return (
      <EmptyState
        icon={<FileCheck2 />}
        title={cursor ? 'No older records' : 'No records yet'}
        description={
          cursor
            ? 'This is the end of the list.'
            : 'Validate a number and select Keep a Record, or send "record": true with your API calls.'
        }
        action={
          <LinkButton to={paths.dashboard} variant="secondary" size="sm">
            Validate a Number
          </LinkButton>
        }
      />
    )
  }
  return (
    <>
      <PageHeader
        description="Signed evidence of validations that you can show to a tax office or a customer years later."
        actions={
          <>
            <RefreshButton read={page} />
            {organizationId && !isEmpty ? (
              <LinkButton
                href={exportUrl(organizationId, { from: filter.from, to: filter.to })}
                download
                variant="secondary"
                icon={<Download />}
              >
                Export ZIP
              </LinkButton>
            ) : null}
          </>
        }
      />
      <PagedCard
        name="Records"
        aria-busy={read.isLoading}
        newest={cursor && pathWith(paths.records, filter)}
        older={data?.next ? pathWith(paths.records, { ...filter, cursor: data.next }) : undefined}
      >
        {isEmpty ? null : <Filters filter={filter} onFilter={show} />}
        {content()}
      </PagedCard>
    </>
  )
}

type FiltersProps = { filter: RecordFilter; onFilter: (filter: RecordFilter) => void }

const Filters = ({ filter, onFilter }: FiltersProps) => (
  <FilterBar
    className="grid-cols-2 xl:grid-cols-[minmax(0,1fr)_auto_auto_auto]"
    isFiltered={isFiltered(filter)}
    onClear={() => onFilter({})}
  >
    <SearchFilter
      label="Number, name or reference"
      value={filter.search}
      maxLength={MAX_SEARCH_LENGTH}
      className="col-span-full xl:col-span-1"
      onSearch={(search) => onFilter({ ...filter, search })}
    />
    <DayFilter
      label="From (UTC)"
      day={filter.from}
      max={filter.to}
      onPick={(from) => onFilter({ ...filter, from })}
    />
    <DayFilter
      label="To (UTC)"
      day={filter.to}
      min={filter.from}
      onPick={(to) => onFilter({ ...filter, to })}
    />
  </FilterBar>
)

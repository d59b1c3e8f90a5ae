import { Download, FileCheck2 } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { acceptsDay, useList } from '#web/lib/page-params.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { fresh, useOfOrganization } from '#web/lib/swr.ts'
import { TaxId } from '#web/lib/tax-id.tsx'
import { Time } from '#web/lib/time.tsx'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayFilter, FilterBar, NoMatches, SearchFilter } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { LinkedRow, Table, TableCell } from '#web/ui/table.tsx'
import type { RecordSummary } from '#worker/records/contract.ts'
import { RecordPage } from './record-page.tsx'
import { exportUrl, listQuery, recordPath } from './record-queries.ts'

const MAX_SEARCH_LENGTH = 200

const isAny = () => true
const recordList = {
  path: paths.records,
  params: { search: isAny, from: acceptsDay, to: acceptsDay, cursor: isAny },
  cursor: 'cursor',
} as const

export function RecordsPage() {
  const { recordId } = useParams()
  return recordId === undefined ? <Overview /> : <RecordPage key={recordId} recordId={recordId} />
}

function Overview() {
  const list = useList(recordList)
  const { from, to, cursor } = list.values
  const page = useOfOrganization((id) => listQuery(id, list.values), fresh)
  const { data, organizationId, ...read } = page
  useLeaveOnSwitch(paths.records)

  const isEmpty = data?.records.length === 0 && !cursor && !list.isFiltered

  const content = () => {
    if (read.error) return <LoadError title="Failed to load records" {...read} className="py-14" />
    if (!data) return <LoadingRows count={3} label="Loading records" rowClass="px-5 py-3.5" />
    if (data.records.length > 0) return <RecordsTable records={data.records} />
    if (list.isFiltered) return <NoMatches what="records" each="record" onClear={list.onClear} />
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
                href={exportUrl(organizationId, { from, to })}
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
      <PagedCard name="Records" aria-busy={read.isLoading} {...list.pages(data?.next)}>
        {isEmpty ? null : (
          <FilterBar list={list} className="grid-cols-2 xl:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
            <SearchFilter
              label="Number, name or reference"
              maxLength={MAX_SEARCH_LENGTH}
              className="col-span-full xl:col-span-1"
              {...list.field('search')}
            />
            <DayFilter label="From (UTC)" max={to} {...list.field('from')} />
            <DayFilter label="To (UTC)" min={from} {...list.field('to')} />
          </FilterBar>
        )}
        {content()}
      </PagedCard>
    </>
  )
}

const RecordsTable = ({ records }: { records: readonly RecordSummary[] }) => (
  <Table
    caption="Records"
    className="max-md:stacked-rows"
    heads={[
      'Tax ID',
      'Name',
      'Result',
      ['Created', 'text-right max-xl:pr-5'],
      ['Kept Until', 'text-right max-xl:hidden'],
    ]}
  >
    {records.map((record) => (
      <Row key={record.id} record={record} />
    ))}
  </Table>
)

function Row({ record }: { record: RecordSummary }) {
  const { id, countryCode, tin, name, createdAt, createdBy, expiresAt } = record
  return (
    <LinkedRow className="max-md:grid-cols-[auto_1fr]!">
      <TableCell>
        <Link
          to={recordPath(id)}
          className="wrap-anywhere rounded-sm font-mono text-sm after:absolute after:inset-0 md:whitespace-nowrap"
        >
          <TaxId countryCode={countryCode} tin={tin} />
        </Link>
      </TableCell>
      <TableCell className="max-md:order-1 max-md:col-span-2 md:w-full md:max-w-0">
        <span
          dir="auto"
          className={cx('block truncate text-left', !name && 'max-md:hidden')}
          title={name ?? undefined}
        >
          {name ?? '–'}
        </span>
        {createdBy ? <span className="block truncate text-faint text-xs">By {createdBy}</span> : null}
      </TableCell>
      <TableCell className="max-md:min-w-min! max-md:text-right max-md:*:justify-end xl:*:flex-nowrap">
        <State record={record} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted max-xl:pr-5 max-md:order-2 max-md:text-sm md:text-right">
        <Time value={createdAt} style="date-time" />
      </TableCell>
      <TableCell className="whitespace-nowrap text-right text-muted max-xl:hidden">
        <Time value={expiresAt} />
      </TableCell>
    </LinkedRow>
  )
}

const State = ({ record: { result, live, isShared } }: { record: RecordSummary }) => (
  <span className="inline-flex flex-wrap items-center gap-1.5">
    <ResultBadge result={result} />
    {live ? null : <Badge>Test</Badge>}
    {isShared ? <Badge tone="accent">Shared</Badge> : null}
  </span>
)

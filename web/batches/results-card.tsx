import { ChevronDown, Download, Rows3, SearchX } from 'lucide-react'
import { attempt } from '#web/lib/attempt.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { accepts, useList } from '#web/lib/page-params.ts'
import { TaxId } from '#web/lib/tax-id.tsx'
import { Time } from '#web/lib/time.tsx'
import { ResultBadge, resultLooks } from '#web/results/index.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DropdownMenu, MenuItem, MenuLabel } from '#web/ui/dropdown-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import {
  type Batch,
  type BatchResult,
  batchParamSchema,
  batchResultsSchema,
  type RowResult,
  rowResults,
} from '#worker/batches/contract.ts'
import { downloadJson, downloadWorkbook, resultsUrl, useEarlier, useResults } from './batch-actions.ts'
import { batchPath, isInProgress, readableRows } from './batch-state.ts'
import { FilterButton } from './filter-button.tsx'

const ChangesPart = lazyComponent(async () => (await import('./changes-part.tsx')).ChangesPart, null)

export function ResultsCard({ organizationId, batch }: { organizationId: string; batch: Batch }) {
  const { values, show, pages } = useList({ path: batchPath(batch.id), params, cursor: 'cursor' })
  const { since, cursor } = values
  const result = rowResults.find((each) => each === values.result)
  const { data: page, ...read } = useResults(batch.id, { result, cursor }, isInProgress(batch.state))

  const content = () => {
    if (since) return <ChangesPart batchId={batch.id} since={since} />
    if (read.isLoading) return <ResultsLoading />
    if (read.error) return <LoadError title="Failed to load the results" {...read} className="py-14" />
    const results = page?.results ?? []
    if (results.length > 0) return <ResultsTable results={results} />
    if (result)
      return <NoMatches hasMore={Boolean(page?.next)} onShowAll={() => show({ result: undefined })} />
    return <NoResults batch={batch} />
  }

  return (
    <PagedCard
      title="Results"
      action={<DownloadMenu organizationId={organizationId} batch={batch} result={result} />}
      aria-busy={read.isLoading}
      {...pages(since || readableRows(batch) === 0 ? undefined : page?.next)}
      labels={{ newest: 'First Page', older: 'Next Page' }}
    >
      <div className="border-b px-5 pt-3 pb-4">
        <Filters
          batch={batch}
          result={result}
          since={since}
          onPick={(chosen) => show({ result: undefined, since: undefined, ...chosen })}
        />
      </div>
      <div className="py-1">{content()}</div>
    </PagedCard>
  )
}

const { result, cursor } = batchResultsSchema.shape
const params = {
  result: accepts(result),
  since: accepts(batchParamSchema.shape.batchId),
  cursor: accepts(cursor),
}

type Chosen = { result?: RowResult | undefined; since?: string | undefined }
type FiltersProps = Chosen & { batch: Batch; onPick: (chosen: Chosen) => void }

function Filters({ batch, result, since, onPick }: FiltersProps) {
  const { counts } = batch
  const earlier = useEarlier(batch)
  const choices = [
    { value: undefined, word: 'All', count: readableRows(batch) },
    ...rowResults.map((value) => ({ value, word: resultLooks[value].word, count: counts[value] })),
  ].filter(({ value, count }) => value === undefined || value === result || count > 0)
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filter by result</legend>
      {choices.map(({ value, word, count }) => (
        <FilterButton
          key={word}
          isChosen={!since && value === result}
          count={count}
          onPick={() => onPick({ result: value })}
        >
          {word}
        </FilterButton>
      ))}
      {earlier ? (
        <FilterButton isChosen={since !== undefined} onPick={() => onPick({ since: earlier.id })}>
          <span>
            Changed since <Time value={earlier.createdAt} />
          </span>
        </FilterButton>
      ) : null}
    </fieldset>
  )
}

function ResultsTable({ results }: { results: readonly BatchResult[] }) {
  return (
    <Table
      caption="Results"
      className="max-xl:stacked-rows"
      heads={['Line', 'Tax ID', 'Result', 'Yours', 'Register', 'Reason']}
    >
      {results.map((result) => (
        <Result key={result.line} result={result} />
      ))}
    </Table>
  )
}

function Result({ result }: { result: BatchResult }) {
  const { line, customId, countryCode, tin, tinInfo, name, entity, reason } = result
  return (
    <tr className="*:align-top! max-xl:grid-cols-[auto_1fr]!">
      <TableCell className="tabular text-muted text-sm max-xl:hidden">{line}</TableCell>
      <TableCell className="xl:min-w-40">
        <span className="wrap-anywhere font-mono text-sm">
          <TaxId countryCode={countryCode} tin={tinInfo.formattedTin || tin} />
        </span>
        {customId ? <span className="block break-all text-faint text-xs">{customId}</span> : null}
      </TableCell>
      <TableCell className="max-xl:min-w-min! max-xl:self-start max-xl:text-right">
        <ResultBadge result={result.result} />
      </TableCell>
      <NameCell label="Yours" name={name} />
      <NameCell label="Register" name={entity.name} />
      <TableCell className="break-words text-muted text-sm max-xl:col-span-2 xl:max-w-96">{reason}</TableCell>
    </tr>
  )
}

const NameCell = ({ label, name }: { label: string; name: string | null }) => (
  <TableCell className={cx('break-words text-sm max-xl:col-span-2 xl:max-w-64', !name && 'max-xl:hidden')}>
    <span className="text-muted xl:hidden">{label}: </span>
    {name ?? '–'}
  </TableCell>
)

const NoMatches = ({ hasMore, onShowAll }: { hasMore: boolean; onShowAll: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title={hasMore ? 'No matching rows on this page' : 'No rows match this filter'}
    description={hasMore ? 'There may be more on the next page.' : 'Choose another filter, or see all rows.'}
    action={
      <Button variant="secondary" size="sm" onClick={onShowAll}>
        Show All
      </Button>
    }
  />
)

const NoResults = ({ batch }: { batch: Batch }) => (
  <EmptyState
    icon={<Rows3 />}
    title={isInProgress(batch.state) ? 'No results yet' : 'No results'}
    description={
      isInProgress(batch.state)
        ? 'Rows appear here as they are done.'
        : 'This batch ended before a row was done.'
    }
  />
)

function ResultsLoading() {
  return (
    <LoadingRows count={8} label="Loading results" className="px-5" rowClass="flex items-center gap-6 py-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-5 w-16" />
      <Skeleton className="h-4 flex-1 max-xl:hidden" />
    </LoadingRows>
  )
}

type DownloadMenuProps = { organizationId: string; batch: Batch; result: RowResult | undefined }

function DownloadMenu({ organizationId, batch, result }: DownloadMenuProps) {
  const { submit: save, isPending } = useSingleSubmit(async (download: typeof downloadJson) => {
    await attempt('Download failed', () => download(organizationId, batch.id, result))
  })
  const linkTo = (format: 'csv' | 'ndjson') => resultsUrl(organizationId, batch.id, format, result)
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={<Download />} pending={isPending} disabled={readableRows(batch) === 0}>
          Download <ChevronDown />
        </Button>
      }
    >
      <MenuLabel>{result ? `Rows with the result "${resultLooks[result].word}"` : 'All rows'}</MenuLabel>
      <MenuItem onSelect={() => void save(downloadWorkbook)}>Excel (XLSX)</MenuItem>
      <MenuItem asChild>
        <a href={linkTo('csv')} download>
          CSV
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={linkTo('ndjson')} download>
          NDJSON
        </a>
      </MenuItem>
      <MenuItem onSelect={() => void save(downloadJson)}>JSON</MenuItem>
    </DropdownMenu>
  )
}

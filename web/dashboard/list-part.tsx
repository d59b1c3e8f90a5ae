import { ArrowLeft, Copy, Download, ListChecks, ListPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import type { Owner } from '#web/lib/saved.ts'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyWithToast } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { DefaultCountryField } from './country-field.tsx'
import { listRows, MAX_LIST } from './list-rows.ts'
import { useCountries } from './use-countries.ts'
import {
  changeList,
  countText,
  isAnswerTo,
  type ListResult,
  listTable,
  numberOf,
  useList,
  validateList,
} from './validation-list.ts'

const EXAMPLE = 'DE136695976\nFR 40303265045'

type ListPartProps = {
  owner: Owner | undefined
  takesFocus: boolean
  onOpenBatch: (text: string, country: string | undefined) => void
  onClose: () => void
}

export function ListPart({ owner, takesFocus, onOpenBatch, onClose }: ListPartProps) {
  const countries = useCountries()
  const { text, country, results } = useList(owner)
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const isRunning = results.some(({ status }) => status === 'waiting')
  useWarningOnLeave(isRunning)

  const rows = listRows(text, countries.isCountry, country)
  const isAgain = rows.length > 0 && rows.every((row) => results.some((result) => isAnswerTo(result, row)))
  const submit = () => {
    if (!owner || isRunning) return
    if (rows.length === 0) setProblem('Paste at least one tax ID.')
    else if (rows.length > MAX_LIST)
      setProblem(
        `These are ${formatNumber(rows.length)} lines. Here you can validate up to ${MAX_LIST}; start a batch for more.`,
      )
    else {
      void validateList(owner, rows, results)
      showResults(area.current)
    }
  }

  return (
    <div className="grid grid-cols-1 gap-5 @4xl:grid-cols-[20rem_minmax(0,1fr)] @4xl:gap-0">
      <Form className="@4xl:sticky @4xl:top-20 @4xl:self-start space-y-4 @4xl:pr-6" onSubmit={submit}>
        <TextareaField
          label="Tax IDs"
          hint={`Up to ${MAX_LIST}, one per line. Each counts as one validation.`}
          error={problem}
          className="@4xl:max-h-80 @max-4xl:max-h-40 font-mono"
          ref={field}
          spellCheck={false}
          autoCapitalize="off"
          placeholder={EXAMPLE}
          value={text}
          onChange={(event) => {
            if (owner) void changeList(owner, { text: event.target.value })
            setProblem(undefined)
          }}
        />
        <DefaultCountryField
          countries={countries}
          value={country}
          onValueChange={(picked) => {
            if (owner) void changeList(owner, { country: picked })
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={isRunning} pendingLabel="Validating..." className="w-full">
            {isAgain ? 'Validate Again' : 'Validate'}
          </Button>
          <Button
            variant="secondary"
            icon={<ListPlus />}
            className="flex-auto"
            disabled={rows.length === 0}
            onClick={() => onOpenBatch(text, country)}
          >
            Open as Batch
          </Button>
          <Button variant="ghost" icon={<ArrowLeft />} className="flex-auto" onClick={onClose}>
            One Number
          </Button>
        </div>
      </Form>
      <section
        ref={area}
        aria-label="Results of the list"
        className="min-w-0 border-t pt-5 @4xl:border-t-0 @4xl:border-l @4xl:pt-0 @4xl:pl-6"
      >
        <div className={results.length > 0 ? 'mb-2 flex flex-wrap items-center gap-x-2 gap-y-1' : undefined}>
          <p role="status" className="mr-auto font-medium">
            {results.length > 0 ? countText(results) : ''}
          </p>
          {results.length > 0 ? <ResultActions results={results} /> : null}
        </div>
        {results.length > 0 ? (
          <Results results={results} />
        ) : (
          <EmptyState
            icon={<ListChecks />}
            title="Results appear here"
            description="One row for each number, with the registered name and the reason."
            className="py-10"
          />
        )}
      </section>
    </div>
  )
}

/** In a narrow window they are below the form. */
function showResults(area: HTMLElement | null): void {
  if (area && area.getBoundingClientRect().top > window.innerHeight / 2) area.scrollIntoView()
}

/** Leaving the page ends its calls, which count. */
function useWarningOnLeave(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRunning])
}

function ResultActions({ results }: { results: readonly ListResult[] }) {
  const copy = () => copyWithToast(listTable(results, '\t'), 'Download the CSV instead.')
  return (
    <span className="-mr-2.5 flex">
      <Button variant="ghost" size="sm" icon={<Copy />} onClick={() => void copy()}>
        Copy
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<Download />}
        onClick={() => saveFile('tinproof-list.csv', 'text/csv', `\ufeff${listTable(results, ',')}`)}
      >
        CSV
      </Button>
    </span>
  )
}

function Results({ results }: { results: readonly ListResult[] }) {
  return (
    <div className="-mx-5 @4xl:-ml-6 border-y">
      <Table caption="Results" className="max-sm:stacked-rows" heads={['Tax ID', 'Result', 'Details']}>
        {results.map((result) => (
          <ResultRow key={result.row.line} result={result} />
        ))}
      </Table>
    </div>
  )
}

function ResultRow({ result }: { result: ListResult }) {
  const number = numberOf(result)
  return (
    <tr>
      <TableCell className="break-all font-mono text-sm sm:whitespace-nowrap">
        {result.status === 'answered' ? (
          <Link to={`${paths.results}/${result.response.referenceId}`} className="hover:underline">
            {number}
          </Link>
        ) : (
          number
        )}
      </TableCell>
      <TableCell>
        {result.status === 'answered' ? (
          <ResultBadge result={result.response.result} />
        ) : result.status === 'failed' ? (
          <Badge>Not Validated</Badge>
        ) : (
          <Skeleton className="h-5 w-16" />
        )}
      </TableCell>
      <TableCell className="w-full text-sm max-sm:col-span-2">
        <Details result={result} />
      </TableCell>
    </tr>
  )
}

function Details({ result }: { result: ListResult }) {
  if (result.status === 'waiting') return null
  if (result.status === 'failed') return <span className="text-muted">{result.message}</span>
  const { entity, reason } = result.response
  return (
    <>
      {entity.name ? <span className="wrap-anywhere block font-medium">{entity.name}</span> : null}
      <span className="text-muted">{reason}</span>
    </>
  )
}

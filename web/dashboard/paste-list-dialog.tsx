import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, inBody } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { refreshAfterValidation } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { countryAliases } from '#worker/tin/contract/country-aliases.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { type ListRow, listRows, MAX_LIST } from './list-rows.ts'
import { useCountries } from './use-countries.ts'

const EXAMPLE = 'DE136695976\nFR 40303265045'

type PasteListDialogProps = {
  organizationId: string | undefined
  country: string | undefined
  onClose: () => void
}

export function PasteListDialog({ organizationId, country: initial, onClose }: PasteListDialogProps) {
  const { options, countryOf } = useCountries()
  const { results, run } = useListValidation(organizationId)
  const [text, setText] = useState('')
  const [country, setCountry] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const { submit, isPending } = useSingleSubmit(async () => {
    const rows = listRows(text, (code) => countryOf(code) !== undefined || code in countryAliases, country)
    if (rows.length === 0) setProblem('Paste at least one tax ID.')
    else if (rows.length > MAX_LIST)
      setProblem(
        `These are ${rows.length} lines. Here you can validate up to ${MAX_LIST}; start a batch for more.`,
      )
    else await run(rows)
  })
  const done = results.filter(({ status }) => status !== 'waiting').length
  return (
    <Dialog
      onClose={onClose}
      title="Validate a List"
      description={
        <>
          Up to {MAX_LIST} tax IDs, one per line. Each counts as one validation. For more, start a{' '}
          <Link to={paths.batches} className="text-accent-text underline underline-offset-2">
            batch
          </Link>
          .
        </>
      }
      width="xl"
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" pending={isPending} pendingLabel="Validating...">
            Validate
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <TextareaField
          label="Tax IDs"
          error={problem}
          className="max-h-60 font-mono"
          spellCheck={false}
          autoCapitalize="off"
          placeholder={EXAMPLE}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
        />
        <Field label="Country for numbers without one" optional>
          <Combobox
            options={options ?? []}
            value={country}
            placeholder="Select a country"
            searchPlaceholder="Search countries"
            onValueChange={setCountry}
          />
        </Field>
        <p role="status" className="sr-only">
          {results.length > 0 ? `${done} of ${results.length} validated` : ''}
        </p>
        {results.length > 0 ? <Results results={results} /> : null}
      </div>
    </Dialog>
  )
}

function Results({ results }: { results: readonly ListResult[] }) {
  return (
    <div className="-mx-6 border-y px-1">
      <Table caption="Results">
        <TableHeader>
          <TableRow>
            <TableHead>Tax ID</TableHead>
            <TableHead>Result</TableHead>
            <TableHead className="max-sm:hidden">Details</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {results.map((result) => (
            <ResultRow key={result.row.line} result={result} />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

function ResultRow({ result }: { result: ListResult }) {
  return (
    <TableRow>
      <TableCell className="text-sm">
        <span className="whitespace-nowrap font-mono">{numberOf(result)}</span>
        <span className="mt-0.5 block text-muted sm:hidden">{detailsOf(result)}</span>
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
      <TableCell className="text-sm max-sm:hidden">{detailsOf(result)}</TableCell>
    </TableRow>
  )
}

function numberOf(result: ListResult): string {
  if (result.status !== 'answered') return result.row.text.slice(0, 40)
  const { tinInfo, tin, countryCode } = result.response
  const written = tinInfo.formattedTin ?? tin
  return written.toUpperCase().startsWith(countryCode) ? written : `${countryCode} ${written}`
}

function detailsOf(result: ListResult): string {
  if (result.status === 'waiting') return ''
  if (result.status === 'failed') return result.message
  const { entity, reason } = result.response
  return entity.name ? `${entity.name}. ${reason}` : reason
}

const PARALLEL_CALLS = 4

type ListResult =
  | { status: 'waiting'; row: ListRow }
  | { status: 'answered'; row: ListRow; response: ValidationResponse }
  | { status: 'failed'; row: ListRow; message: string }

/** Validates a few numbers by single calls. It stops when the component is gone. */
function useListValidation(organizationId: string | undefined) {
  const [results, setResults] = useState<readonly ListResult[]>([])
  const round = useRef(0)
  useEffect(
    () => () => {
      round.current++
    },
    [],
  )

  const validate = async (row: ListRow): Promise<ListResult> => {
    const { countryCode, tin } = row
    if (!organizationId || countryCode === undefined) {
      return {
        status: 'failed',
        row,
        message: 'Add the country in front of the number, or choose one above.',
      }
    }
    try {
      const response = await api.tinproof.validate.$post(inBody(organizationId, { countryCode, tin }))
      return { status: 'answered', row, response: await response.json() }
    } catch (error) {
      return { status: 'failed', row, message: errorText(error) }
    }
  }

  const run = async (rows: readonly ListRow[]): Promise<void> => {
    const current = ++round.current
    setResults(rows.map((row) => ({ status: 'waiting', row })))
    const queue = rows.entries()
    const work = async () => {
      for (const [index, row] of queue) {
        if (round.current !== current) return
        const result = await validate(row)
        if (round.current === current)
          setResults((before) => before.map((each, place) => (place === index ? result : each)))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_CALLS }, work))
    if (organizationId) await refreshAfterValidation(organizationId)
  }
  return { results, run }
}

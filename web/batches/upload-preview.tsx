import { Play } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import type { FileSettings } from '#web/lib/file-draft.ts'
import { asSentence, formatCount, formatNumber } from '#web/lib/format.ts'
import { quotaRemedy } from '#web/lib/quota-level.ts'
import { useCountryTable, useOrganization } from '#web/lib/swr.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { More } from '#web/ui/more.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Head, Table, TableCell } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { MAX_ROWS, MAX_UNREADABLE_ROWS } from '#worker/batches/contract.ts'
import type { Field as ColumnField, NamedColumns } from '#worker/batches/upload-contract/columns.ts'
import { countriesOf } from '#worker/batches/upload-contract/countries.ts'
import { startBatch } from './batch-actions.ts'
import { batchPath } from './batch-state.ts'
import { EstimatePart } from './estimate-part.tsx'
import { guessColumns } from './guess-columns.ts'
import { type Mapping, mapColumns, type Preview, previewRows, sumOf } from './preview.ts'
import { type Source, textBefore } from './read-source.ts'

const fieldLabels = {
  tin: 'Tax ID',
  countryCode: 'Country',
  type: 'Type',
  kind: 'Kind',
  name: 'Company name',
  address: 'Address',
  purpose: 'Purpose',
  holder: 'Holder',
  customId: 'Your ID',
} as const satisfies Record<ColumnField, string>

const usualFields = ['tin', 'countryCode', 'name', 'customId'] as const
const rareFields = ['type', 'kind', 'address', 'purpose', 'holder'] as const

const NO_COLUMN = 'none'
const DIDNT_START = "The batch didn't start"

type UploadPreviewProps = {
  source: Source
  /** What the user chose before they left. */
  settings: FileSettings | undefined
  onSettings: (settings: FileSettings) => void
  onDiscard: () => void
  onStarted: () => void
  /** Rows are still to be started, and the user is elsewhere. */
  onRestore: (settings: FileSettings) => void
}

export function UploadPreview(props: UploadPreviewProps) {
  const { source, settings, onSettings, onDiscard, onStarted, onRestore } = props
  const navigate = useNavigate()
  const isShown = useIsShown()
  const form = useRef<HTMLFormElement>(null)
  // The button that had the focus is gone.
  useEffect(() => form.current?.focus({ preventScroll: true }), [])
  const { organizationId, data: organization } = useOrganization()
  const { data: table } = useCountryTable()
  const [chosen, setChosen] = useState<NamedColumns>(settings?.columns ?? {})
  const [name, setName] = useState(settings?.name ?? source.name ?? '')
  const [asksRegister, setAsksRegister] = useState(settings?.asksRegister ?? true)
  const [country, setCountry] = useState(settings?.country)
  const [error, setError] = useState<unknown>()

  const current = useMemo(
    () => ({ name, columns: chosen, country, asksRegister }),
    [name, chosen, country, asksRegister],
  )
  const save = useEffectEvent(onSettings)
  useEffect(() => save(current), [current])

  const known = useMemo(() => countriesOf(table?.countries), [table])
  const columns = useMemo(() => ({ ...guessColumns(source.rows, known), ...chosen }), [source, chosen, known])
  const mapping = useMemo(() => mapColumns(source.rows, columns, known), [source, columns, known])
  const left = organization && Math.max(0, organization.quota.monthlyLimit - organization.quota.usedCount)
  const preview = useMemo(
    () => previewRows(source.rows, mapping, known, country, left),
    [source, mapping, known, country, left],
  )
  const problem = problemOf(preview, mapping.places.tin !== undefined)
  const part = preview.affordable

  const { submit: start, isPending } = useSingleSubmit(async (endLine?: number) => {
    if (!organizationId) return
    setError(undefined)
    try {
      const batch = await startBatch(organizationId, {
        body: endLine === undefined ? source.body : await textBefore(source.body, endLine),
        name,
        source: asksRegister,
        defaultCountry: country,
        columns,
      })
      if (isShown()) {
        if (endLine === undefined) onStarted()
        void navigate(batchPath(batch.id))
        return
      }
      if (endLine !== undefined) onRestore(current)
      toast.success('Batch started', {
        description: asSentence(`It's under Batches${organization ? ` in ${organization.name}` : ''}`),
      })
    } catch (failure) {
      if (isShown()) return setError(failure)
      onRestore(current)
      toast.error(DIDNT_START, { description: errorText(failure) })
    }
  })
  // So that someone who returns during the upload can't start the same rows twice.
  const hide = useEffectEvent(() => isPending && onStarted())
  useEffect(() => () => void hide(), [])

  const countries = useMemo(
    () =>
      table?.countries
        .map(({ code, name: label }) => ({ value: code, code, label }))
        .sort((one, other) => one.label.localeCompare(other.label, 'en-US')) ?? [],
    [table],
  )

  const columnChoice = (field: ColumnField) => (
    <ColumnChoice
      key={field}
      field={field}
      columns={mapping.columns}
      header={mapping.header?.cells ?? []}
      place={mapping.places[field]}
      onPick={(column) => setChosen((before) => ({ ...before, [field]: column }))}
    />
  )

  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label="Preview"
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void start(part?.endLine)
      }}
    >
      <Facts preview={preview} left={left} />
      {mapping.columns.length > 0 ? (
        <fieldset>
          <legend className="mb-2 font-medium text-sm">Columns</legend>
          <div className="mb-2 grid grid-cols-2 gap-3 lg:grid-cols-4">{usualFields.map(columnChoice)}</div>
          <More label="More columns" open={rareFields.some((field) => mapping.places[field] !== undefined)}>
            <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">{rareFields.map(columnChoice)}</div>
          </More>
        </fieldset>
      ) : null}
      <FirstRows preview={preview} mapping={mapping} />
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField
          label="Name"
          optional
          maxLength={120}
          autoComplete="off"
          placeholder="Customers, November"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field label="Country for rows without one" optional>
          <Combobox
            options={countries}
            value={country}
            placeholder="None"
            searchPlaceholder="Search countries"
            onValueChange={setCountry}
          />
        </Field>
      </div>
      <Checkbox
        label="Check the official registers"
        hint="More reliable, but slower, because registers limit how often we can query them."
        checked={asksRegister}
        onCheckedChange={setAsksRegister}
      />
      {asksRegister && preview.cost > 0 ? <EstimatePart numbers={preview.numbers} /> : null}
      {source.isMixed ? (
        <Banner tone="warning" title="This file mixes two character encodings">
          Some of it is UTF-8 and some is Windows-1252, so names may contain wrong characters. To be sure,
          save the file as UTF-8 and choose it again.
        </Banner>
      ) : null}
      {problem ? <Banner tone="warning" title={problem} /> : null}
      <Problems problems={preview.problems} />
      {organization && left !== undefined && preview.cost > left ? (
        <Banner tone="critical" title="This batch exceeds your quota" action={<PlansLink />}>
          It needs {formatCount(preview.cost, 'validation')}, and you have {formatNumber(left)} left this
          month. Remove {formatCount(preview.cost - left, 'row')} or{' '}
          {waysToGetMore[quotaRemedy(organization.tier, organization.role)]}.
        </Banner>
      ) : null}
      {error ? <StartError error={error} /> : null}
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        <Button
          type="submit"
          icon={<Play aria-hidden />}
          pending={isPending}
          pendingLabel="Uploading..."
          disabled={
            (organization && organization.status !== 'ACTIVE') ||
            mapping.places.tin === undefined ||
            preview.rows === 0 ||
            preview.rows > MAX_ROWS ||
            part?.rows === 0 ||
            (!part && preview.unusable > MAX_UNREADABLE_ROWS)
          }
        >
          {part && part.rows > 0 ? `Run the First ${formatCount(part.rows, 'Row')}` : 'Start Batch'}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onDiscard}>
          Choose Other Rows
        </Button>
      </div>
    </form>
  )
}

function problemOf({ rows, withoutCountry, unusable }: Preview, hasTin: boolean): string | undefined {
  if (!hasTin)
    return 'Choose the column with the tax IDs. If rows are above the header, delete them and choose the file again.'
  if (rows === 0) return 'There are no rows below the header.'
  if (rows > MAX_ROWS) return `A batch can have at most ${formatNumber(MAX_ROWS)} rows. Split the file.`
  if (unusable > MAX_UNREADABLE_ROWS)
    return `${formatNumber(unusable)} rows can't be validated. A batch can have at most ${formatNumber(MAX_UNREADABLE_ROWS)} of them. ${withoutCountry > 0 ? 'Choose a country for rows without one.' : 'Correct them, or remove them from the file.'}`
  if (withoutCountry === 0) return undefined
  return `${formatCount(withoutCountry, 'row has', 'rows have')} no country. Choose a country for rows without one, or they count as unreadable.`
}

const SHOWN_PROBLEMS = 5

function Problems({ problems }: Pick<Preview, 'problems'>) {
  if (problems.size === 0) return null
  const most = [...problems].sort(([, one], [, other]) => other - one).slice(0, SHOWN_PROBLEMS)
  const others = problems.size - most.length
  return (
    <Banner
      tone="warning"
      title={formatCount(
        sumOf(problems),
        "row can't be validated and costs nothing",
        "rows can't be validated and cost nothing",
      )}
    >
      <ul className="list-disc pl-5">
        {most.map(([reason, rows]) => (
          <li key={reason}>
            {formatCount(rows, 'row')}: {reason}
          </li>
        ))}
        {others > 0 ? <li>{formatCount(others, 'more reason')}</li> : null}
      </ul>
    </Banner>
  )
}

function Facts({ preview, left }: { preview: Preview; left: number | undefined }) {
  const { rows, duplicates, empty, problems, cost } = preview
  const facts: [string, ReactNode][] = [
    ['Rows', formatNumber(rows)],
    ['Duplicates', formatNumber(duplicates)],
    ...(empty > 0 ? [['Without a number', formatNumber(empty)] satisfies [string, string]] : []),
    ...(problems.size > 0
      ? [["Can't be validated", formatNumber(sumOf(problems))] satisfies [string, string]]
      : []),
    ['Cost', formatCount(cost, 'validation')],
    ['Left this month', left === undefined ? '–' : formatNumber(left)],
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted text-sm">{term}</dt>
          <dd className="tabular font-semibold text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type ColumnChoiceProps = {
  field: ColumnField
  columns: readonly string[]
  header: readonly string[]
  place: number | undefined
  onPick: (column: string) => void
}

function ColumnChoice({ field, columns, header, place, onPick }: ColumnChoiceProps) {
  const column = place === undefined ? undefined : header[place]
  // A column's name can be any text, so its place is the value.
  const options = columns.map((name, index) => ({ value: String(index), label: name }))
  const value = column === undefined ? '' : String(columns.indexOf(column))
  return (
    <Field label={fieldLabels[field]} className="min-w-0">
      <Select
        options={field === 'tin' ? options : [{ value: NO_COLUMN, label: 'None' }, ...options]}
        value={value === '' && field !== 'tin' ? NO_COLUMN : value}
        placeholder="Choose a column"
        onValueChange={(picked) => onPick(picked === NO_COLUMN ? '' : (columns[Number(picked)] ?? ''))}
      />
    </Field>
  )
}

type Column = { place: number; name: string; field: ColumnField | undefined }

const headOf = ({ place, name, field }: Column): Head => [
  <Fragment key={place}>
    <span dir="auto" className="block truncate text-left">
      {name}
    </span>
    {field ? <span className="block font-normal text-accent-text">{fieldLabels[field]}</span> : null}
  </Fragment>,
  'max-w-60 align-top',
]

function FirstRows({ preview: { shown, rows }, mapping }: { preview: Preview; mapping: Mapping }) {
  if (shown.length === 0) return null
  const { header, places } = mapping
  const fieldAt = new Map(Object.entries(places).map(([field, place]) => [place, field as ColumnField]))
  const width = Math.max(header?.cells.length ?? 0, ...shown.map(({ cells }) => cells.length))
  const columns: Column[] = Array.from({ length: width }, (_, place) => ({
    place,
    name: header?.cells[place] || `Column ${place + 1}`,
    field: fieldAt.get(place),
  }))
  const hasTin = places.tin !== undefined
  return (
    <div className="-mx-5 border-y">
      <Table
        caption={rows > shown.length ? `First ${shown.length} rows` : 'Rows'}
        heads={['Line', ...(hasTin ? ['Read as'] : []), ...columns.map(headOf)]}
        takesFocus
      >
        {shown.map(({ line, cells, countryCode, tin }) => (
          <tr key={line}>
            <TableCell className="tabular text-muted">{line}</TableCell>
            {hasTin ? (
              <TableCell className="whitespace-nowrap font-mono text-sm">
                {countryCode === '' ? (
                  <span className="font-sans text-unsure">No country</span>
                ) : tin.toUpperCase().startsWith(countryCode) ? null : (
                  countryCode
                )}{' '}
                {tin || '–'}
              </TableCell>
            ) : null}
            {columns.map(({ place }) => (
              <TableCell key={place} dir="auto" className="max-w-60 truncate text-left" title={cells[place]}>
                {cells[place]}
              </TableCell>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}

const waysToGetMore = {
  upgrade: 'upgrade your plan',
  'ask-admin': 'ask an admin to upgrade the plan',
  support: 'contact support',
}

/** Nothing for a member who can't change the plan. */
function PlansLink() {
  const { data: organization } = useOrganization()
  const remedy = organization && quotaRemedy(organization.tier, organization.role)
  if (!remedy || remedy === 'ask-admin') return null
  return (
    <LinkButton to={remedy === 'support' ? paths.support : paths.products} variant="secondary" size="sm">
      {remedy === 'support' ? 'Contact Support' : 'See Pricing Plans'}
    </LinkButton>
  )
}

const planLimits = new Set(['QUOTA_EXCEEDED', 'BATCH_LIMIT_REACHED', 'UPLOAD_LIMIT_REACHED'])

function StartError({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : undefined
  const isOfPlan = code !== undefined && planLimits.has(code)
  return (
    <Banner role="alert" tone="critical" title={DIDNT_START} action={isOfPlan ? <PlansLink /> : undefined}>
      {errorText(error)}
    </Banner>
  )
}

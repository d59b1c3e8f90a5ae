import { Play } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCountries } from '#web/dashboard/index.ts'
import { errorText } from '#web/lib/api-error.ts'
import { timesCleared } from '#web/lib/draft.ts'
import type { FileDraft, FileSettings } from '#web/lib/file-draft.ts'
import { asSentence, formatCount, formatNumber } from '#web/lib/format.ts'
import { useCountryTable, useOrganization } from '#web/lib/swr.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { MAX_ROWS, MAX_UNREADABLE_ROWS } from '#worker/batches/contract.ts'
import { countriesOf } from '#worker/batches/upload-contract/countries.ts'
import { startBatch } from './batch-actions.ts'
import { batchPath } from './batch-state.ts'
import { ColumnsPart, FirstRows, firstOf } from './columns-part.tsx'
import { encodings } from './encodings.ts'
import { EstimatePart } from './estimate-part.tsx'
import { guessColumns } from './guess-columns.ts'
import { mapColumns, type Preview, previewRows, queryOf } from './preview.ts'
import { type Source, utf8TextBefore } from './read-source.ts'
import { DIDNT_START, StartError, UploadProblems } from './upload-problems.tsx'

type UploadPreviewProps = {
  source: Source
  draft: FileDraft
  onSettings: (settings: FileSettings) => void
  onDiscard: () => void
  onRestore: (settings: FileSettings) => void
}

export function UploadPreview(props: UploadPreviewProps) {
  const { source, draft, onSettings, onDiscard, onRestore } = props
  const { settings } = draft
  const navigate = useNavigate()
  const isShown = useIsShown()
  const form = useRef<HTMLFormElement>(null)
  const upload = useRef<AbortController>(null)
  // The button that had the focus is gone.
  useEffect(() => form.current?.focus({ preventScroll: true }), [])
  const { organizationId, data: organization } = useOrganization()
  const { data: table } = useCountryTable()
  const { options } = useCountries()
  const [current, setCurrent] = useState<FileSettings>({
    name: source.name ?? '',
    columns: {},
    country: undefined,
    asksRegister: true,
    key: crypto.randomUUID(),
    ...settings,
  })
  const { name, columns: chosen, country, asksRegister } = current
  const [error, setError] = useState<unknown>()
  const change = (changes: Partial<FileSettings>) => setCurrent((before) => ({ ...before, ...changes }))
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
  const part = preview.affordable

  const { submit: start, isPending } = useSingleSubmit(async (endLine?: number) => {
    if (!organizationId) return
    setError(undefined)
    const controller = new AbortController()
    const { signal } = controller
    upload.current = controller
    const before = timesCleared
    const restore = (settings: FileSettings) => {
      if (timesCleared === before) onRestore(settings)
    }
    try {
      const batch = await startBatch(organizationId, {
        ...(endLine === undefined ? source : { body: await utf8TextBefore(source, endLine) }),
        // All rows are another batch than the first ones.
        key: endLine === undefined ? current.key : `${current.key}-${endLine}`,
        name,
        source: asksRegister,
        defaultCountry: country,
        columns: queryOf(columns),
        signal,
      })
      const settingsOfRest = { ...current, key: crypto.randomUUID() }
      if (isShown()) {
        if (endLine === undefined) onDiscard()
        else onSettings(settingsOfRest)
        void navigate(batchPath(batch.id))
        return
      }
      if (endLine !== undefined) restore(settingsOfRest)
      toast.success('Batch started', {
        description: asSentence(`It's under Batches${organization ? ` in ${organization.name}` : ''}`),
      })
    } catch (failure) {
      if (isShown()) return signal.aborted ? form.current?.focus({ preventScroll: true }) : setError(failure)
      restore(current)
      toast.error(DIDNT_START, { description: errorText(failure) })
    }
  })
  // So that someone who returns during the upload can't start the same rows twice.
  const hide = useEffectEvent(() => isPending && onDiscard())
  useEffect(() => () => void hide(), [])

  return (
    <Form
      ref={form}
      tabIndex={-1}
      aria-label="Preview"
      className="space-y-5"
      onSubmit={() => start(part?.endLine)}
    >
      <UploadFacts preview={preview} left={left} />
      <ColumnsPart
        mapping={mapping}
        onPick={(field, column) => change({ columns: { ...chosen, [field]: column } })}
      />
      <FirstRows preview={preview} mapping={mapping} />
      <EncodingChoice source={source} onPick={(encoding) => change({ encoding })} />
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField
          label="Name"
          optional
          maxLength={120}
          autoComplete="off"
          placeholder="Customers, November"
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field label="Country for rows without one" optional>
          <Combobox
            options={options ?? []}
            value={country}
            placeholder="None"
            searchPlaceholder="Search countries"
            onValueChange={(picked) => change({ country: picked })}
          />
        </Field>
      </div>
      <Checkbox
        label="Check the official registers"
        hint="More reliable, but slower, because registers limit how often we can query them."
        checked={asksRegister}
        onCheckedChange={(asks) => change({ asksRegister: asks })}
      />
      {asksRegister && preview.cost > 0 ? <EstimatePart numbers={preview.numbers} /> : null}
      <UploadProblems source={source} preview={preview} mapping={mapping} left={left} />
      {error ? <StartError error={error} /> : null}
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        <Button
          type="submit"
          icon={<Play />}
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
          {part && part.rows > 0 ? `Run the ${firstOf(part.rows, 'Row')}` : 'Start Batch'}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onDiscard}>
          Choose Other Rows
        </Button>
        {isPending ? (
          <Button variant="secondary" onClick={() => upload.current?.abort()}>
            Cancel Upload
          </Button>
        ) : null}
      </div>
    </Form>
  )
}

function UploadFacts({ preview, left }: { preview: Preview; left: number | undefined }) {
  const { rows, duplicates, unusable, cost } = preview
  const facts: [string, ReactNode][] = [
    ['Rows', formatNumber(rows)],
    ['Duplicates', formatNumber(duplicates)],
    ...(unusable > 0 ? [["Can't be validated", formatNumber(unusable)] satisfies [string, string]] : []),
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

const SAMPLES = 3
const MAX_LENGTH = 40
const FOREIGN = /[^\0-\x7f]/

type EncodingChoiceProps = {
  source: Source
  onPick: (encoding: string) => void
}

/** Only for a file that isn't in Unicode, because nothing in it says what its bytes mean. */
function EncodingChoice({ source: { rows, encoding }, onPick }: EncodingChoiceProps) {
  const samples = useMemo(() => {
    const cells = rows.flatMap((row) => row.cells.filter((cell) => FOREIGN.test(cell)))
    return [...new Set(cells)].slice(0, SAMPLES).map((cell) => cell.trim().slice(0, MAX_LENGTH))
  }, [rows])
  if (!encoding) return null
  return (
    <Field
      label="Encoding"
      className="lg:w-1/2"
      hint={
        <>
          Choose the one in which this looks right:{' '}
          <bdi className="wrap-anywhere text-ink">{samples.join(' · ')}</bdi>
        </>
      }
    >
      <Select options={encodings} value={encoding} onValueChange={onPick} />
    </Field>
  )
}

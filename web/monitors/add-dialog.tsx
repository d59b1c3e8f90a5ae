import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DefaultCountryField, listRows, useCountries } from '#web/dashboard/index.ts'
import { errorText } from '#web/lib/api-error.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { useRescue } from '#web/lib/use-rescue.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import type { FormErrorProps } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { Imported, MonitorInterval } from '#worker/monitors/contract.ts'
import { IntervalField } from './interval-field.tsx'
import {
  createMonitor,
  importFile,
  leftOut,
  refreshLists,
  showImported,
  type Upload,
} from './monitor-actions.ts'

const EXAMPLE = 'DE136695976\nFR 40303265045'
const FAILURE = 'Failed to start monitoring'
const MAX_REASONS = 3

export function AddDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const countries = useCountries()
  const { rescued, rescue } = useRescue<string>('monitors 1')
  const [text, setText] = useState(rescued ?? '')
  const [file, setFile] = useState<File>()
  const [country, setCountry] = useState<string>()
  const [every, setEvery] = useState<MonitorInterval>('week')
  const [problem, setProblem] = useState<string>()
  const isShown = useIsShown()
  const [failure, setFailure] = useState<FormErrorProps>()
  const lineCount = text.split('\n').filter((line) => line.trim() !== '').length

  const choose = (chosen: File) => {
    const isCsv = /\.csv$/i.test(chosen.name)
    setProblem(isCsv ? undefined : 'Choose a CSV file.')
    if (isCsv) setFile(chosen)
  }
  /** Stays open while something can be corrected. */
  const upload = async (rows: Pick<Upload, 'type' | 'body' | 'defaultCountry'>) => {
    const imported = await importFile(organizationId, { ...rows, every })
    const error = isShown() ? errorOf(imported) : undefined
    if (error) setFailure(error)
    else showImported(imported)
    await refreshLists(organizationId)
    if (!error) onClose()
  }
  const addText = async () => {
    const rows = listRows(text, countries.isCountry, country)
    const [first, ...others] = rows.map(({ countryCode = '', tin }) => ({ countryCode, tin }))
    const without = rows.find(({ countryCode }) => countryCode === undefined)
    if (!first) return setProblem('Paste at least one tax ID, or choose a file.')
    if (without) return setProblem(`Add the country to line ${without.line}, or choose one below.`)
    if (others.length === 0) {
      await createMonitor(organizationId, { ...first, every })
      return onClose()
    }
    // Blank lines stay, so that the server counts lines as the field does.
    const lines: string[] = []
    for (const { line, countryCode, tin } of rows) lines[line - 1] = JSON.stringify({ countryCode, tin })
    await upload({ type: 'ndjson', body: lines.join('\n') })
  }
  const { submit, isPending } = useSingleSubmit(async () => {
    setFailure(undefined)
    try {
      if (!file) return await addText()
      await upload({ type: 'csv', body: file, defaultCountry: country })
    } catch (error) {
      rescue(error, text)
      setFailure({ title: FAILURE, reason: errorText(error) })
    }
  })

  return (
    <FormDialog
      title="Monitor Numbers"
      width="lg"
      description={
        <>
          We check them again and tell you what changed. To add the numbers of an XLSX file, start a{' '}
          <Link to={paths.batches} className="text-accent-text underline underline-offset-2">
            batch
          </Link>{' '}
          first.
        </>
      }
      submitLabel="Start Monitoring"
      pendingLabel="Starting..."
      isPending={isPending}
      error={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="space-y-4">
        {file ? (
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border bg-sunken px-3 py-2">
            <span className="min-w-0 break-all">{file.name}</span>
            <Button variant="ghost" size="sm" onClick={() => setFile(undefined)}>
              Remove
            </Button>
          </div>
        ) : (
          <TextareaField
            label="Tax IDs"
            hint={`One per line, with the country before it.${lineCount > 1 ? ` ${formatCount(lineCount, 'line')}.` : ''}`}
            error={problem}
            autoFocus
            className="max-h-60 font-mono"
            spellCheck={false}
            autoCapitalize="off"
            placeholder={EXAMPLE}
            value={text}
            aside={
              <FileButton
                variant="ghost"
                size="sm"
                icon={<FileUp />}
                className="-my-1"
                accept=".csv,text/csv"
                onPick={choose}
              >
                Choose a CSV File
              </FileButton>
            }
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            onDrop={(event) => {
              const [dropped] = event.dataTransfer.files
              if (!dropped) return
              event.preventDefault()
              choose(dropped)
            }}
          />
        )}
        <DefaultCountryField countries={countries} value={country} onValueChange={setCountry} />
        <IntervalField value={every} onValueChange={setEvery} />
      </div>
    </FormDialog>
  )
}

function errorOf(imported: Imported): FormErrorProps | undefined {
  const { created, existing, overLimit, invalid, invalidRows } = imported
  if (created + existing + overLimit + invalid === 0)
    return { title: FAILURE, reason: 'The file has no numbers.' }
  if (invalid === 0) return undefined
  const reasons = invalidRows.slice(0, MAX_REASONS).map(({ line, reason }) => `Line ${line}: ${reason}`)
  const more = invalid - reasons.length
  const others = leftOut({ ...imported, invalid: 0 })
  return {
    title: `${formatCount(created, 'number')} added, ${formatNumber(invalid)} invalid`,
    reason: [others && `${others}.`, ...reasons, more > 0 && `${formatCount(more, 'more invalid line')}.`]
      .filter(Boolean)
      .join('\n'),
  }
}

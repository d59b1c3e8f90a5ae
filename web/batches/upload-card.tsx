import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import {
  draftQuery,
  FILE_TYPES,
  type FileDraft,
  forgetFile,
  keepFile,
  listFile,
  useFileDraft,
} from '#web/lib/file-draft.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { type Owner, useOwner } from '#web/lib/saved.ts'
import { useOrganization } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { MAX_ROWS } from '#worker/batches/contract.ts'
import { readFile, type Source, UnreadableFile } from './read-source.ts'
import { UploadPreview } from './upload-preview.tsx'

const EXAMPLE = 'DE136695976\nFR40303265045\nGB980780684'

export function UploadCard() {
  const { data: organization } = useOrganization()
  const [way, setWay] = useState<'file' | 'list'>('file')
  const [list, setList] = useState('')
  const [source, setSource] = useState<Source>()
  const [error, setError] = useState<string>()

  const owner = useOwner()
  const draft = useFileDraft(owner)
  const file = draft?.file
  const encoding = draft?.settings?.encoding

  const { submit: read, isPending } = useSingleSubmit(async (chosen: File, inEncoding?: string) => {
    setError(undefined)
    try {
      setSource(await readFile(chosen, inEncoding))
    } catch (failure) {
      // First, because another file can be chosen only then.
      await discard()
      setError(
        failure instanceof UnreadableFile ? failure.message : "We couldn't read this file. Choose it again.",
      )
    }
  })
  const readLater = useEffectEvent((...chosen: Parameters<typeof read>) => void read(...chosen))
  useEffect(() => {
    if (file) readLater(file, encoding)
  }, [file, encoding])

  const keep = async (chosen: FileDraft) => {
    if (owner && !isPending) await keepFile(owner, chosen)
  }
  const discard = async () => {
    setSource(undefined)
    if (owner) await forgetFile(owner)
  }

  return (
    <Card
      title="New Batch"
      description={
        <>
          Up to {formatNumber(MAX_ROWS)} rows. Only your organization can see the results.{' '}
          {organization ? (
            <>
              They are deleted after{' '}
              <Link to={paths.data} className="text-accent-text underline underline-offset-2">
                {formatCount(organization.batchRetentionDays, 'day')}
              </Link>
              .
            </>
          ) : null}
        </>
      }
    >
      <CardContent>
        {source && file ? (
          <UploadPreview
            source={source}
            draft={draft}
            onSettings={(settings) => void keep({ ...draft, settings })}
            onDiscard={() => void discard()}
            onRestore={(settings) => void (owner && restoreFile(owner, { ...draft, settings }))}
          />
        ) : (
          <Tabs
            label="How to add rows"
            value={way}
            onValueChange={(next) => {
              setWay(next)
              setError(undefined)
            }}
            tabs={[
              {
                value: 'file',
                label: 'Upload a file',
                content: (
                  <DropZone
                    isReading={isPending}
                    error={error}
                    onPick={(chosen) => void keep({ file: chosen })}
                  />
                ),
              },
              {
                value: 'list',
                label: 'Paste a list',
                content: (
                  <Form className="space-y-3" onSubmit={() => keep({ file: listFile(list) })}>
                    <TextareaField
                      label="Tax IDs"
                      hint="One per line, with the country before it or in its own column. You can paste cells from a spreadsheet."
                      error={error}
                      className="font-mono"
                      spellCheck={false}
                      placeholder={EXAMPLE}
                      value={list}
                      onChange={(event) => setList(event.target.value)}
                    />
                    <Button type="submit" pending={isPending} pendingLabel="Reading...">
                      Preview
                    </Button>
                  </Form>
                ),
              },
            ]}
          />
        )}
      </CardContent>
    </Card>
  )
}

/** Unless the user has chosen another file. */
async function restoreFile(owner: Owner, draft: FileDraft): Promise<void> {
  if (!(await draftQuery(owner).read())) await keepFile(owner, draft)
}

type DropZoneProps = {
  isReading: boolean
  error: string | undefined
  onPick: (file: File) => void
}

function DropZone({ isReading, error, onPick }: DropZoneProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setOver(is)
  }
  return (
    <div className="space-y-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same with the keyboard */}
      <div
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false)
          const [file] = event.dataTransfer.files
          if (file) onPick(file)
        }}
        className={cx(
          'flex flex-col items-center gap-1 rounded-lg border border-dashed px-6 py-9 text-center transition-colors',
          isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
      >
        <FileUp className="mb-2 size-6 text-muted" />
        <p className="font-medium">Drop a CSV or XLSX file here</p>
        <p id={`${id}-hint`} className="max-w-md text-muted text-sm">
          It needs a column with the tax IDs, and one with the countries unless the numbers begin with them.
          Up to <span className="whitespace-nowrap">20 MB</span>.
        </p>
        <FileButton
          variant="secondary"
          className="mt-3"
          pending={isReading}
          pendingLabel="Reading..."
          aria-describedby={cx(`${id}-hint`, error && `${id}-error`)}
          accept={FILE_TYPES}
          onPick={onPick}
        >
          Choose a File
        </FileButton>
      </div>
      <div role="alert">{error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}</div>
    </div>
  )
}

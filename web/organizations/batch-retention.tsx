import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { batchRetention, type OrganizationDetail } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { changeBatchRetention } from './settings-actions.ts'

/** How long the results of batches are stored. */
export function BatchRetention({ organization }: { organization: OrganizationDetail | undefined }) {
  const [isEditing, setEditing] = useState(false)
  const focus = useFocusReturn()
  const close = () => {
    setEditing(false)
    focus.restore()
  }
  const save = ({ id, batchRetentionDays }: OrganizationDetail, days: number) => {
    close()
    if (days !== batchRetentionDays) void changeBatchRetention(id, days)
  }
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 @sm:-my-[5px] pointer-coarse:min-h-11">
      {organization ? (
        <>
          <span>Deleted after {formatCount(organization.batchRetentionDays, 'day')}</span>
          {permissionsIn(organization).editSettings ? (
            <Button
              variant="secondary"
              size="sm"
              className="pointer-coarse:h-11"
              icon={<Pencil aria-hidden />}
              aria-label="Edit batch retention"
              onClick={() => {
                focus.capture()
                setEditing(true)
              }}
            >
              Edit
            </Button>
          ) : null}
        </>
      ) : (
        <Skeleton className="my-1 h-3.5 w-36" />
      )}
      {organization && isEditing ? (
        <RetentionDialog
          days={organization.batchRetentionDays}
          onSave={(days) => save(organization, days)}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

type RetentionDialogProps = { days: number; onSave: (days: number) => void; onClose: () => void }

const { min, max } = batchRetention

function RetentionDialog({ days, onSave, onClose }: RetentionDialogProps) {
  const [text, setText] = useState(String(days))
  const [problem, setProblem] = useState<string>()
  const save = () => {
    const wanted = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0
    if (wanted < min || wanted > max) setProblem(`Enter a number of days from ${min} to ${max}.`)
    else onSave(wanted)
  }
  return (
    <FormDialog
      title="Batch Retention"
      description="Batches and their results are deleted this long after they end. The change applies to batches that end from now on."
      submitLabel="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Days" hint={`${min} to ${max}. You can delete a batch at any time.`} error={problem}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={text}
            maxLength={3}
            autoComplete="off"
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    </FormDialog>
  )
}

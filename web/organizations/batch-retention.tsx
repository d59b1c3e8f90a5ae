import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { batchRetention, type OrganizationDetail } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { changeBatchRetention } from './settings-actions.ts'

/** How long the results of batches are stored. */
export function BatchRetention({ organization }: { organization: OrganizationDetail | undefined }) {
  const [isEditing, setEditing] = useState(false)
  const save = ({ id, batchRetentionDays }: OrganizationDetail, days: number) => {
    setEditing(false)
    if (days !== batchRetentionDays) void changeBatchRetention(id, days)
  }
  if (!organization) return <EditRowLoading width="w-36" />
  return (
    <>
      <EditRow
        canEdit={permissionsIn(organization).editSettings}
        action="Edit"
        label="Edit batch retention"
        onEdit={() => setEditing(true)}
      >
        <span>Deleted after {formatCount(organization.batchRetentionDays, 'day')}</span>
      </EditRow>
      {isEditing ? (
        <RetentionDialog
          days={organization.batchRetentionDays}
          onSave={(days) => save(organization, days)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
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
      <TextField
        label="Days"
        hint={`${min} to ${max}. You can delete a batch at any time.`}
        error={problem}
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
    </FormDialog>
  )
}

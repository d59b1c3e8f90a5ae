import * as z from 'zod'
import { formatCount } from '#web/lib/format.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { batchRetention, type OrganizationDetail } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { changeSettings } from './settings-actions.ts'

export function BatchRetention({ organization }: { organization: OrganizationDetail | undefined }) {
  if (!organization) return <EditRowLoading width="w-36" />
  return (
    <EditRow
      canEdit={permissionsIn(organization).editSettings}
      action="Edit"
      label="Edit batch retention"
      dialog={(close) => <RetentionDialog organization={organization} onClose={close} />}
    >
      <span>Deleted after {formatCount(organization.batchRetentionDays, 'day')}</span>
    </EditRow>
  )
}

type RetentionDialogProps = { organization: OrganizationDetail; onClose: () => void }

const { min, max } = batchRetention
const DAYS_EXPECTED = `Enter a number of days from ${min} to ${max}.`
const retentionSchema = z.object({
  days: z
    .string()
    .regex(/^\s*\d+\s*$/, DAYS_EXPECTED)
    .transform(Number)
    .pipe(z.number().min(min, DAYS_EXPECTED).max(max, DAYS_EXPECTED)),
})

function RetentionDialog({
  organization: { id, batchRetentionDays: current },
  onClose,
}: RetentionDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: retentionSchema,
    defaultValues: { days: String(current) },
    save: async ({ days }) => {
      onClose()
      if (days === current) return
      const description = `Batches that end from now on are deleted after ${formatCount(days, 'day')}.`
      void changeSettings(id, { batchRetentionDays: days }, { description })
    },
  })
  return (
    <FormDialog
      title="Batch Retention"
      description="Batches and their results are deleted this long after they end. The change applies to batches that end from now on."
      submitLabel="Save"
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Days"
        hint={`${min} to ${max}. You can delete a batch at any time.`}
        {...field('days')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}

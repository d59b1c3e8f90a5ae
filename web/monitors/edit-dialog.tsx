import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Monitor, updateMonitorSchema } from '#worker/monitors/contract.ts'
import { IntervalField } from './interval-field.tsx'
import { updateMonitor } from './monitor-actions.ts'

type EditDialogProps = { organizationId: string; monitor: Monitor; onClose: () => void }

export function EditDialog({ organizationId, monitor, onClose }: EditDialogProps) {
  const { form, field, choice, dialog } = useDialogForm({
    schema: updateMonitorSchema.pick({ every: true, name: true, customId: true }),
    defaultValues: { every: monitor.every, name: monitor.name ?? '', customId: monitor.customId ?? '' },
    draft: `monitor 1 ${monitor.id}`,
    failure: 'Failed to save monitor',
    save: async (changes) => {
      await updateMonitor(organizationId, monitor, changes)
      toast.success('Monitor saved')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Edit Monitor"
      submitLabel="Save"
      pendingLabel="Saving..."
      {...dialog}
      onClose={onClose}
    >
      <div className="space-y-4">
        <IntervalField {...choice('every')} value={form.watch('every') ?? monitor.every} />
        <TextField
          label="Name"
          optional
          hint="We compare it with the register's."
          {...field('name')}
          autoComplete="off"
          maxLength={200}
        />
        <TextField
          label="Your ID"
          optional
          hint="Such as a customer number."
          {...field('customId')}
          autoComplete="off"
          maxLength={200}
        />
      </div>
    </FormDialog>
  )
}

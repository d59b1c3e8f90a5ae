import * as z from 'zod'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { reasonSchema } from '#worker/admin/contract.ts'

const fieldsSchema = z.object({ reason: reasonSchema })

type ReasonDialogProps = {
  title: string
  description: string
  hint: string
  submitLabel: string
  pendingLabel: string
  onReason: (reason: string) => Promise<boolean | undefined>
  onClose: () => void
}

export function ReasonDialog({ hint, onReason, onClose, ...texts }: ReasonDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: fieldsSchema,
    defaultValues: { reason: '' },
    save: async ({ reason }) => {
      if (await onReason(reason)) onClose()
    },
  })
  return (
    <FormDialog {...texts} {...dialog} tone="danger" onClose={onClose}>
      <TextareaField label="Reason" hint={hint} {...field('reason')} className="min-h-20" />
    </FormDialog>
  )
}

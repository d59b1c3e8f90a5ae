import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { reasonSchema } from '#worker/admin/contract.ts'

const fieldsSchema = z.object({ reason: reasonSchema })
type Fields = z.infer<typeof fieldsSchema>

type ReasonDialogProps = {
  title: string
  description: string
  hint: string
  submitLabel: string
  pendingLabel: string
  /** Returns whether the dialog can close. */
  onReason: (reason: string) => Promise<boolean | undefined>
  onClose: () => void
}

export function ReasonDialog({ hint, onReason, onClose, ...dialog }: ReasonDialogProps) {
  const form = useForm<Fields>({ resolver: zodResolver(fieldsSchema), defaultValues: { reason: '' } })
  const { submit, isPending } = useSingleSubmit(async ({ reason }: Fields) => {
    if (await onReason(reason)) onClose()
  })
  return (
    <FormDialog
      {...dialog}
      tone="danger"
      isPending={isPending}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <TextareaField
        label="Reason"
        hint={hint}
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
        className="min-h-20"
      />
    </FormDialog>
  )
}

import { api } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { queries } from '#web/lib/queries.ts'
import { setData } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { emailChangeSchema } from '#worker/profile/contract.ts'

export function EmailChangeDialog({ email: current, onClose }: { email: string; onClose: () => void }) {
  const { form, errors, dialog } = useDialogForm({
    schema: emailChangeSchema,
    defaultValues: { email: '' },
    failure: 'Failed to change email',
    save: async ({ email }) => {
      const response = await confirmed(() => api.user['email-change'].$post({ json: { email } }))
      if (!response) return
      await setData(queries.emailChange, await response.json())
      toast.success('Check both mailboxes', { description: `We sent a link to ${current} and to ${email}.` })
      onClose()
    },
  })

  return (
    <FormDialog
      title="Change Email"
      description="We'll email a link to your current and your new address. Your email changes once you open both links."
      submitLabel="Send Links"
      pendingLabel="Sending..."
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="New email"
        error={errors.email?.message}
        {...form.register('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@company.com"
      />
    </FormDialog>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { queries } from '#web/lib/queries.ts'
import { setData } from '#web/lib/swr.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { emailChangeSchema } from '#worker/profile/contract.ts'

type EmailChangeDialogProps = { email: string; onClose: () => void }

export function EmailChangeDialog({ email: current, onClose }: EmailChangeDialogProps) {
  const form = useForm<z.infer<typeof emailChangeSchema>>({
    resolver: zodResolver(emailChangeSchema),
    defaultValues: { email: '' },
  })
  const { errors } = form.formState

  const { submit, isPending } = useSingleSubmit(async ({ email }: { email: string }) => {
    try {
      const response = await confirmed(() => api.user['email-change'].$post({ json: { email } }))
      if (!response) return
      await setData(queries.emailChange, await response.json())
      toast.success('Check both mailboxes', { description: `We sent a link to ${current} and to ${email}.` })
      onClose()
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0] : undefined
      if (detail?.path === 'email') form.setError('email', { message: detail.message }, { shouldFocus: true })
      else form.setError('root', { message: errorText(error) })
    }
  })

  return (
    <FormDialog
      title="Change Email"
      description="We'll email a link to your current and your new address. Your email changes once you open both links."
      submitLabel="Send Links"
      pendingLabel="Sending..."
      isPending={isPending}
      error={{ title: 'Failed to change email', reason: errors.root?.message }}
      onSubmit={() => void form.handleSubmit(submit)()}
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

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { queries } from '#web/lib/queries.ts'
import { setData } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { emailChangeSchema } from '#worker/profile/contract.ts'

type EmailChangeDialogProps = { email: string; onClose: () => void }

export function EmailChangeDialog({ email: current, onClose }: EmailChangeDialogProps) {
  const form = useForm<z.infer<typeof emailChangeSchema>>({
    resolver: zodResolver(emailChangeSchema),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = form.formState
  const isSending = useRef(false)

  const request = async ({ email }: { email: string }) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const response = await confirmed(() => api.user['email-change'].$post({ json: { email } }))
      if (!response) return
      await setData(queries.emailChange, await response.json())
      toast.success('Check both mailboxes', { description: `We sent a link to ${current} and to ${email}.` })
      onClose()
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0] : undefined
      if (detail?.path === 'email') form.setError('email', { message: detail.message }, { shouldFocus: true })
      else toast.error('Failed to change email', { description: errorText(error) })
    } finally {
      isSending.current = false
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose()
      }}
      title="Change Email"
      description="We send a link to your current and to your new address. Your email changes once you have opened both."
      onSubmit={() => void form.handleSubmit(request)()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" pending={isSubmitting} pendingLabel="Sending...">
            Send Links
          </Button>
        </>
      }
    >
      <Field label="New email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="name@company.com"
          />
        )}
      </Field>
    </Dialog>
  )
}

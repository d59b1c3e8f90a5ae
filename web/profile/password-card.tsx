import { useEffect, useState } from 'react'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { failedFactor, useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { Form, FormError } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { changePasswordSchema } from '#worker/accounts/contract.ts'
import { showOnlyThisSession } from './profile-actions.ts'

const passwordFieldsSchema = changePasswordSchema
  .extend({ confirmPassword: z.string().min(8, 'Confirm password is required') })
  .refine((fields) => fields.confirmPassword === fields.newPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    // Report it together with a missing current password.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] === 'currentPassword'),
  })

type PasswordFields = z.infer<typeof passwordFieldsSchema>

const BANNER_MILLISECONDS = 5000

const defaultValues: PasswordFields = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** `email` is a hidden field for password managers. */
export function PasswordCard({ email }: { email: string }) {
  const [changedAt, setChangedAt] = useState<number>()
  useEffect(() => {
    if (changedAt === undefined) return
    const timer = setTimeout(() => setChangedAt(undefined), BANNER_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [changedAt])
  const { form, errors, field, dialog } = useDialogForm({
    schema: passwordFieldsSchema,
    defaultValues,
    failure: 'Failed to change password',
    failureField: (error) => (failedFactor(error) === 'password' ? 'currentPassword' : undefined),
    save: async ({ currentPassword, newPassword }, { reset }) => {
      setChangedAt(undefined)
      const json = { currentPassword, newPassword }
      const response = await confirmed(() => api.user['change-password'].$post({ json }))
      if (!response) return
      reset()
      setChangedAt(Date.now())
      toast.success('Password changed successfully', { description: "You're signed out everywhere else." })
      void showOnlyThisSession()
    },
  })

  return (
    <Card title="Change Password" description="Changing it signs you out everywhere else.">
      <Form onSubmit={dialog.onSubmit}>
        <CardContent className="space-y-4 pt-4">
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Current password"
            {...field('currentPassword')}
            autoComplete="current-password"
          />
          <PasswordField
            label="New password"
            hint="Must be at least 8 characters."
            error={errors.newPassword?.message}
            {...form.register('newPassword', { deps: ['confirmPassword'] })}
            autoComplete="new-password"
          />
          <PasswordField
            label="Confirm new password"
            {...field('confirmPassword')}
            autoComplete="new-password"
          />
          <FormError {...dialog.error} />
        </CardContent>
        <CardFooter className="max-sm:gap-0 sm:min-h-[4.5625rem] sm:flex-nowrap">
          <Button
            type="submit"
            pending={dialog.isPending}
            pendingLabel="Changing..."
            className="max-sm:w-full"
          >
            Change Password
          </Button>
          <div role="status" className="min-w-0 max-sm:w-full sm:flex-1">
            {changedAt === undefined ? null : (
              <Banner tone="success" title="Password changed successfully" className="max-sm:mt-3" />
            )}
          </div>
        </CardFooter>
      </Form>
    </Card>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { changePasswordSchema } from '#worker/accounts/contract.ts'
import { showOnlyThisSession } from './sign-out-elsewhere.tsx'

export const passwordFieldsSchema = changePasswordSchema
  .extend({ confirmPassword: z.string().min(8, 'Confirm password is required') })
  .refine((fields) => fields.confirmPassword === fields.newPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    // Report it together with a missing current password.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] === 'currentPassword'),
  })

export type PasswordFields = z.infer<typeof passwordFieldsSchema>

const BANNER_MILLISECONDS = 5000
const FAILURE = 'Failed to change password'

const defaultValues: PasswordFields = { currentPassword: '', newPassword: '', confirmPassword: '' }

function fieldOf(error: unknown): 'currentPassword' | 'newPassword' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'WRONG_PASSWORD') return 'currentPassword'
  const path = error.details[0]?.path
  return path === 'currentPassword' || path === 'newPassword' ? path : undefined
}

/** `email` is a hidden field for password managers. */
export function PasswordCard({ email }: { email: string }) {
  const form = useForm<PasswordFields>({ resolver: zodResolver(passwordFieldsSchema), defaultValues })
  const { errors } = form.formState
  const banner = useAutoHide(BANNER_MILLISECONDS)

  const fail = (error: unknown) => {
    const field = fieldOf(error)
    const reason = errorText(error)
    const message = (error instanceof ApiError ? error.details[0]?.message : undefined) ?? reason
    if (field) form.setError(field, { message }, { shouldFocus: true })
    form.setError('root', { message: field ? '' : reason })
  }
  const { submit, isPending } = useSingleSubmit(async ({ currentPassword, newPassword }: PasswordFields) => {
    banner.hide()
    try {
      await api.user['change-password'].$post({ json: { currentPassword, newPassword } })
      form.reset()
      banner.show()
      toast.success('Password changed successfully', {
        description: "You're signed out everywhere else.",
      })
      void showOnlyThisSession()
    } catch (error) {
      fail(error)
    }
  })

  return (
    <Card title="Change Password" description="Changing it signs you out everywhere else.">
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <CardContent className="space-y-4 pt-4">
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Current password"
            error={errors.currentPassword?.message}
            {...form.register('currentPassword')}
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
            error={errors.confirmPassword?.message}
            {...form.register('confirmPassword')}
            autoComplete="new-password"
          />
          <FormError title={FAILURE} reason={errors.root?.message} />
        </CardContent>
        <CardFooter className="max-sm:gap-0 sm:min-h-[4.5625rem] sm:flex-nowrap">
          <Button type="submit" pending={isPending} pendingLabel="Changing..." className="max-sm:w-full">
            Change Password
          </Button>
          <div role="status" className="min-w-0 max-sm:w-full sm:flex-1">
            {banner.isShown ? (
              <Banner tone="success" title="Password changed successfully" className="max-sm:mt-3" />
            ) : null}
          </div>
        </CardFooter>
      </form>
    </Card>
  )
}

function useAutoHide(milliseconds: number) {
  const [shownSince, setShownSince] = useState<symbol>()
  useEffect(() => {
    if (!shownSince) return
    const timer = setTimeout(() => setShownSince(undefined), milliseconds)
    return () => clearTimeout(timer)
  }, [shownSince, milliseconds])
  return {
    isShown: shownSince !== undefined,
    show: () => setShownSince(Symbol('shown')),
    hide: () => setShownSince(undefined),
  }
}

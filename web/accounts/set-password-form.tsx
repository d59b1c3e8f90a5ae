import { useEffect, useId } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { lazyResolver, preload } from '#web/lib/lazy-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, FormError } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { EmailField } from './email-field.tsx'

export type PasswordFields = { password: string; confirmPassword: string }

type SetPasswordFormProps = {
  title: string
  text: string
  email: string
  loadResolver: () => Promise<Resolver<PasswordFields, unknown, PasswordFields>>
  label: string
  pendingLabel: string
  failure: string
  explain?: (error: unknown) => string | undefined
  onSubmit: (fields: PasswordFields) => Promise<void>
}

export function SetPasswordForm(props: SetPasswordFormProps) {
  const { title, text, email, loadResolver, label, pendingLabel, failure, explain, onSubmit } = props
  const headingId = useId()
  const form = useForm<PasswordFields>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSubmit(fields)
    } catch (error) {
      const reason = explain?.(error) ?? errorText(error)
      const isWeak = error instanceof ApiError && error.code === 'WEAK_PASSWORD'
      form.setError(isWeak ? 'password' : 'root', { message: reason }, { shouldFocus: isWeak })
    }
  })

  return (
    <Form
      aria-labelledby={headingId}
      onFocus={() => preload(loadResolver)}
      onSubmit={submit}
      className="space-y-4"
    >
      <StepHeading level={1} id={headingId} title={title}>
        <p>{text}</p>
      </StepHeading>
      <EmailField name="email" value={email} readOnly />
      <PasswordField
        label="Password"
        hint="At least 8 characters."
        error={errors.password?.message}
        {...form.register('password')}
        autoComplete="new-password"
      />
      <PasswordField
        label="Confirm password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
        autoComplete="new-password"
      />
      <FormError title={failure} reason={errors.root?.message} />
      <Button type="submit" size="lg" className="w-full" pending={isSubmitting} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </Form>
  )
}

import { Controller, useForm } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { lazyResolver, warm } from '#web/lib/lazy-resolver.ts'
import { register } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { FormFailure } from './form-failure.tsx'

type SignUpFields = { email: string; password: string; confirmPassword: string; terms: boolean }

const loadResolver = () => import('./sign-up-resolver.ts')

export function SignUpForm() {
  const form = useForm<SignUpFields>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { email: '', password: '', confirmPassword: '', terms: false },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email, password, confirmPassword }) => {
    try {
      await register({ email, password, confirmPassword })
      toast.success('Registration successful', { description: 'Your account has been created' })
    } catch (error) {
      const reason = errorText(error, 'Registration failed')
      if (error instanceof ApiError && error.code === 'EMAIL_TAKEN') {
        form.setError('email', { message: reason }, { shouldFocus: true })
      } else {
        form.setError('root', { message: reason })
      }
      toast.error('Registration failed', { description: reason })
    }
  })

  return (
    <form
      noValidate
      onFocus={() => warm(loadResolver)}
      onSubmit={(event) => void submit(event)}
      className="space-y-4"
    >
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="you@company.com"
          />
        )}
      </Field>
      <Field label="Password" hint="At least 8 characters." error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
      <Controller
        control={form.control}
        name="terms"
        render={({ field }) => (
          <Checkbox
            ref={field.ref}
            name={field.name}
            label="I accept the terms of service and the privacy policy"
            checked={field.value}
            onCheckedChange={field.onChange}
            error={errors.terms?.message}
          />
        )}
      />
      <FormFailure title="Registration failed" reason={errors.root?.message} />
      <Button
        type="submit"
        size="lg"
        className="w-full"
        pending={isSubmitting}
        pendingLabel="Creating account..."
      >
        Create Account
      </Button>
    </form>
  )
}

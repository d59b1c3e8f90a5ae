import { useForm } from 'react-hook-form'
import { errorText } from '#web/lib/api-error.ts'
import { lazyResolver, warm } from '#web/lib/lazy-resolver.ts'
import { login } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Credentials } from '#worker/accounts/contract.ts'
import { FormFailure } from './form-failure.tsx'

const loadResolver = () => import('./sign-in-resolver.ts')

export function SignInForm() {
  const form = useForm<Credentials>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const user = await login(credentials)
      toast.success('Login successful', { description: `Welcome back, ${user.email}` })
    } catch (error) {
      const reason = errorText(error, 'Login failed')
      form.setError('root', { message: reason })
      form.setFocus('password', { shouldSelect: true })
      toast.error('Login failed', { description: reason })
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
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
        )}
      </Field>
      <FormFailure title="Login failed" reason={errors.root?.message} />
      <Button type="submit" size="lg" className="w-full" pending={isSubmitting} pendingLabel="Signing in...">
        Sign In
      </Button>
    </form>
  )
}

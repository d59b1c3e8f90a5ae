import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#web/lib/api-error.ts'
import { lazyResolver, preload } from '#web/lib/lazy-resolver.ts'
import { login } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, FormError } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Credentials } from '#worker/accounts/contract.ts'
import { EmailField } from './email-field.tsx'
import { GoogleLink } from './google-link.tsx'
import type { Invited } from './invitation-banner.tsx'

const loadResolver = async () => (await import('./resolvers.ts')).signInResolver

type SignInFormProps = {
  invited: Invited
  email: string
  focusesForgot: boolean
  onForgotNear: () => void
  onForgot: (email: string) => Promise<void>
  onCodeNeeded: (email: string) => void
}

export function SignInForm(props: SignInFormProps) {
  const { invited, email, focusesForgot, onForgotNear, onForgot, onCodeNeeded } = props
  const form = useForm<Credentials>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { email, password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const forgotRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focusesForgot) forgotRef.current?.focus()
  }, [focusesForgot])

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const user = await login(credentials)
      if (!user) return onCodeNeeded(credentials.email)
      toast.success('Login successful', { onNextScreen: true, description: `Welcome back, ${user.email}` })
    } catch (error) {
      const reason = errorText(error, 'Login failed')
      form.setError('root', { message: reason })
      form.setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <>
      <StepHeading level={1} title="Sign in to Tinproof">
        <p>Validate tax IDs and manage your API tokens.</p>
      </StepHeading>
      <Form
        aria-label="Sign in"
        onFocus={() => preload(loadResolver)}
        onSubmit={submit}
        className="mt-5 space-y-4"
      >
        <EmailField
          {...form.register('email')}
          isInvited={invited.email !== null}
          error={errors.email?.message}
        />
        <PasswordField
          label="Password"
          error={errors.password?.message}
          {...form.register('password')}
          autoComplete="current-password"
        />
        <FormError title="Login failed" reason={errors.root?.message} />
        <Button
          type="submit"
          size="lg"
          className="w-full"
          pending={isSubmitting}
          pendingLabel="Signing in..."
        >
          Sign In
        </Button>
        <Button
          ref={forgotRef}
          variant="ghost"
          className="w-full"
          onFocus={onForgotNear}
          onPointerEnter={onForgotNear}
          onClick={() => void onForgot(form.getValues('email'))}
        >
          Forgot password?
        </Button>
      </Form>
      <GoogleLink invitation={invited.token} />
    </>
  )
}

import { ArrowLeft } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { enterCode, linkGoogle } from '#web/lib/session.ts'
import { useSettings } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type SecondStepViewProps = {
  step: 'code' | 'password'
  onCodeNeeded: () => void
  onForgot: () => void
  onBack: () => void
}

type Fields = { answer: string }

/** Continues a sign-in that the server keeps for 10 minutes in a cookie of this browser. */
export function SecondStepView({ step, onCodeNeeded, onForgot, onBack }: SecondStepViewProps) {
  const headingId = useId()
  const [isRecovering, setIsRecovering] = useState(false)
  const { data: settings } = useSettings()
  const form = useForm<Fields>({ defaultValues: { answer: '' } })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these shows another field.
  useEffect(() => setFocus('answer'), [setFocus, step, isRecovering])

  const submit = form.handleSubmit(async ({ answer }) => {
    try {
      const user = await (step === 'code' ? enterCode(answer) : linkGoogle(answer))
      if (user)
        return toast.success('Login successful', {
          onNextScreen: true,
          description: `Welcome back, ${user.email}`,
        })
      form.reset()
      onCodeNeeded()
    } catch (error) {
      const reason = errorText(error, 'Login failed')
      if (error instanceof ApiError && error.code === 'SIGN_IN_EXPIRED') {
        toast.error('Login failed', { description: reason })
        return onBack()
      }
      toast.error('Login failed')
      form.setError('answer', { message: reason })
      form.setFocus('answer', { shouldSelect: true })
    }
  })

  const { title, text, label } = step === 'password' ? linking : isRecovering ? recovering : entering
  return (
    <Form aria-labelledby={headingId} onSubmit={submit} className="space-y-4">
      <StepHeading level={1} id={headingId} title={title}>
        <p>{text}</p>
      </StepHeading>
      {step === 'password' ? (
        <PasswordField
          label={label}
          error={errors.answer?.message}
          {...form.register('answer', { required: 'Password is required' })}
          autoComplete="current-password"
        />
      ) : (
        <TextField
          key={label}
          label={label}
          error={errors.answer?.message}
          {...form.register('answer', { required: 'Enter a code' })}
          mono
          autoComplete={isRecovering ? 'off' : 'one-time-code'}
          inputMode={isRecovering ? 'text' : 'numeric'}
          verbatim
          maxLength={64}
        />
      )}
      <Button type="submit" size="lg" className="w-full" pending={isSubmitting} pendingLabel="Signing in...">
        Continue
      </Button>
      {isRecovering && settings ? (
        <p className="text-center text-muted text-sm">
          Lost your codes too? Write to{' '}
          <a href={`mailto:${settings.supportEmail}`} className="text-accent-text underline">
            {settings.supportEmail}
          </a>
          .
        </p>
      ) : null}
      <div className="space-y-2">
        <Button
          variant="ghost"
          className="w-full"
          onClick={() => {
            if (step === 'password') return onForgot()
            form.reset()
            setIsRecovering(!isRecovering)
          }}
        >
          {step === 'password'
            ? 'Forgot password?'
            : isRecovering
              ? 'Use Your Authenticator App'
              : 'Use a Recovery Code'}
        </Button>
        <Button variant="ghost" className="w-full" icon={<ArrowLeft />} onClick={onBack}>
          Back to Sign In
        </Button>
      </div>
    </Form>
  )
}

const entering = {
  title: 'Enter your code',
  text: 'Enter the code that your authenticator app shows for Tinproof.',
  label: 'Code',
}
const recovering = {
  title: 'Enter a recovery code',
  text: 'Use one of the codes you saved when you turned on two-factor sign-in. Each works once.',
  label: 'Recovery code',
}
const linking = {
  title: 'Link your Google account',
  text: 'You already have a Tinproof account with this email. Enter your Tinproof password once to link the two.',
  label: 'Password',
}

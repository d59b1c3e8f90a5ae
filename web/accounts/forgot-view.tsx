import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { lazyResolver, preload } from '#web/lib/lazy-resolver.ts'
import { queries } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, FormError } from '#web/ui/form.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EmailField } from './email-field.tsx'

type ForgotFields = { email: string }

const loadResolver = async () => (await import('./resolvers.ts')).forgotPasswordResolver
const LATER = 'An error occurred. Please try again later.'

type ForgotViewProps = {
  email: string
  onBack: (email: string) => void
}

export function ForgotView({ email, onBack }: ForgotViewProps) {
  const headingId = useId()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm<ForgotFields>({ resolver: lazyResolver(loadResolver), defaultValues: { email } })
  const [secondsLeft, startCountdown] = useCooldown(email, form.watch('email'))
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('email'), [setFocus])

  const submit = form.handleSubmit(async (fields) => {
    if (secondsLeft > 0) return
    try {
      const response = await api.auth['forgot-password'].$post({ json: { email: fields.email } })
      const { cooldownSeconds } = await response.json()
      startCountdown(cooldownSeconds)
      setSentTo(fields.email)
      toast.success('Reset link sent')
    } catch (error) {
      const cooldown = error instanceof ApiError ? error.cooldownSeconds : undefined
      if (cooldown) startCountdown(cooldown)
      const reason = errorText(error, LATER)
      form.setError('root', { message: reason })
    }
  })

  const wait = secondsLeft > 0 ? `Wait ${minutesAndSeconds(secondsLeft)}` : undefined
  const back = (
    <Button
      variant="ghost"
      className="w-full"
      icon={<ArrowLeft />}
      onClick={() => onBack(form.getValues('email'))}
    >
      Back to Sign In
    </Button>
  )

  if (sentTo !== undefined) {
    return (
      <section aria-labelledby={headingId} className="space-y-5">
        <StepHeading level={1} takesFocus id={headingId} icon="mail" title="Reset link sent">
          <p>
            If there is an account for <strong>{sentTo}</strong>, we emailed you a link. It works once and
            expires in 1&nbsp;hour.
          </p>
        </StepHeading>
        <div className="space-y-2">
          <Button
            variant="secondary"
            size="lg"
            className="tabular w-full"
            disabled={wait !== undefined}
            onClick={() => setSentTo(undefined)}
          >
            {wait ?? 'Send Another Link'}
          </Button>
          {back}
        </div>
      </section>
    )
  }
  return (
    <Form
      aria-labelledby={headingId}
      onFocus={() => preload(loadResolver)}
      onSubmit={submit}
      className="space-y-4"
    >
      <StepHeading level={1} id={headingId} title="Reset your password">
        <p>We'll email you a link to set a new one.</p>
      </StepHeading>
      <EmailField {...form.register('email')} error={errors.email?.message} />
      <FormError title="Failed to send reset email" reason={errors.root?.message} />
      <div className="space-y-2">
        <Button
          type="submit"
          size="lg"
          className="tabular w-full"
          disabled={wait !== undefined}
          pending={isSubmitting}
          pendingLabel="Sending..."
        >
          {wait ?? 'Send Reset Link'}
        </Button>
        {back}
      </div>
    </Form>
  )
}

/** Another address than the one that was just used doesn't wait. */
function useCooldown(initialEmail: string, email: string): ReturnType<typeof useCountdown> {
  const [left, start] = useCountdown()
  const [waiting, setWaiting] = useState(initialEmail)
  useEffect(() => {
    if (!initialEmail.includes('@')) return
    let isGone = false
    queries
      .resetCooldown(initialEmail.trim())
      .read()
      .then(
        ({ inCooldown, cooldownSeconds }) => {
          if (inCooldown && !isGone) start(cooldownSeconds)
        },
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [initialEmail, start])
  const startFor = (seconds: number) => {
    setWaiting(email)
    start(seconds)
  }
  return [email === waiting ? left : 0, startFor]
}

const SECOND = 1000

const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Whole seconds left. Based on the clock, so it is right after the device sleeps. */
function useCountdown(): readonly [left: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((endsAt - now) / SECOND))
  const isRunning = left > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [isRunning])

  const start = useCallback((seconds: number) => {
    const began = Date.now()
    setNow(began)
    setEndsAt(began + seconds * SECOND)
  }, [])
  return [left, start]
}

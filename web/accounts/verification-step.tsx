import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { attempt } from '#web/lib/attempt.ts'
import { polling } from '#web/lib/polling.ts'
import { query } from '#web/lib/queries.ts'
import { setData, useRead, useSettings } from '#web/lib/swr.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form, FormError, type FormErrorProps } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { type SentEmail, sendEmail } from './sent-email.ts'

const POLL_MS = 5_000
const VERIFIED_SHOWN_MS = 1500

export const verificationQuery = (email: string) =>
  query(api.register['verification-status'], { query: { email } })

type VerificationStepProps = {
  sent: SentEmail
  invitation: string | null
  onRestart: () => void
  onDone: () => void
  onFinished: () => void
}

export function VerificationStep(props: VerificationStepProps) {
  const { sent, invitation, onRestart } = props
  const { email } = sent
  const [problem, setProblem] = useState<FormErrorProps>()
  const onFinished = useEffectEvent(props.onFinished)
  const onDone = useEffectEvent(props.onDone)
  const { data: status } = useRead(verificationQuery(email), {
    ...polling,
    revalidateOnFocus: true,
    refreshInterval: (latest) => (latest?.verified ? 0 : POLL_MS),
  })
  const isFinished = status?.finished === true
  const isVerified = status?.verified === true && !isFinished

  useEffect(() => {
    if (isFinished) onFinished()
  }, [isFinished])
  useEffect(() => {
    if (!isVerified) return
    toast.success('Email verified')
    const timer = setTimeout(() => onDone(), VERIFIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isVerified])

  const refresh = async () => {
    const latest = await verificationQuery(email).read()
    await setData(verificationQuery(email), latest)
    return latest
  }
  const check = async () => {
    if (isVerified) return
    setProblem(undefined)
    try {
      if (!(await refresh()).verified) {
        setProblem({
          title: 'Not verified yet',
          reason: 'Open the link in the email first. If you opened it on another device, enter its code.',
        })
      }
    } catch (error) {
      setProblem({ title: 'Verification check failed', reason: errorText(error) })
    }
  }

  return (
    <section aria-labelledby="verification-heading">
      <StepHeading
        level={1}
        takesFocus
        id="verification-heading"
        icon={isVerified ? 'done' : 'mail'}
        title="Check your email"
      >
        <p>
          We sent a link to <strong>{email}</strong>. Open it in this browser, and this page continues on its
          own.
        </p>
      </StepHeading>
      <p role="status" className="mt-5 flex items-center gap-2 text-muted text-sm">
        {isVerified ? <CircleCheck className="size-4 text-valid" /> : <Spinner />}
        {isVerified ? 'Email verified' : 'Waiting for you to open the link...'}
      </p>
      <div className="mt-5 space-y-2">
        {problem && !isVerified ? <FormError {...problem} /> : null}
        <Button size="lg" className="w-full" pendingLabel="Checking..." action={check}>
          I've verified my email
        </Button>
        <Button variant="ghost" className="w-full" onClick={onRestart}>
          {invitation ? 'Start over' : 'Use a different email'}
        </Button>
      </div>
      {isVerified ? null : <CodeForm email={email} onVerified={refresh} />}
      {isVerified ? null : <ResendLine sent={sent} invitation={invitation} />}
    </section>
  )
}

function ResendLine({ sent, invitation }: Pick<VerificationStepProps, 'sent' | 'invitation'>) {
  const { data: settings } = useSettings()
  const { submit, isPending } = useSingleSubmit(async () => {
    await attempt('Registration failed', async () => {
      await sendEmail(sent, { siteKey: settings?.recaptchaSiteKey, invitation })
      toast.success('Verification email sent')
    })
  })
  return (
    <p className="mt-5 text-faint text-sm">
      No email after a few minutes? Check your spam folder or{' '}
      <button
        type="button"
        aria-disabled={isPending || undefined}
        className={buttonClass({ variant: 'text' })}
        onClick={() => void submit()}
      >
        {isPending ? 'sending it...' : 'send it again'}
      </button>
      .
    </p>
  )
}

function CodeForm({ email, onVerified }: { email: string; onVerified: () => Promise<unknown> }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  const { submit, isPending } = useSingleSubmit(async () => {
    if (code.trim() === '') return setError('Enter the code')
    try {
      await api.register['verify-code'].$post({ json: { email, code } })
      await onVerified()
    } catch (failure) {
      toast.error('Verification check failed')
      setError(errorText(failure))
    }
  })

  return (
    <Form className="mt-5 border-t pt-5" onSubmit={submit}>
      <Field label="Opened the link on another device? Enter the code it shows." error={error}>
        <div className="flex gap-2">
          <Input
            mono
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123 456"
            onChange={(event) => {
              setCode(event.target.value)
              setError(undefined)
            }}
          />
          <Button type="submit" variant="secondary" pending={isPending} pendingLabel="Checking...">
            Continue
          </Button>
        </div>
      </Field>
    </Form>
  )
}

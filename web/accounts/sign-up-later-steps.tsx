import { useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { recheckUser, startSession } from '#web/lib/session.ts'
import { setData, useRead } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { forgetSentEmail, type SentEmail } from './sent-email.ts'
import { type PasswordFields, SetPasswordForm } from './set-password-form.tsx'
import { VerificationStep, verificationQuery } from './verification-step.tsx'

const COMPLETE_SHOWN_MS = 1000
const EXPIRED = 'Your email address is no longer verified. Start over, or open the link in the email again.'

const loadResolver = async () => (await import('./resolvers.ts')).setPasswordResolver

const explain = (error: unknown) =>
  error instanceof ApiError && error.code === 'NOT_VERIFIED' ? EXPIRED : undefined

type LaterStepsProps = { sent: SentEmail; invitation: string | null; onRestart: () => void }

export function SignUpLaterSteps({ sent, invitation, onRestart }: LaterStepsProps) {
  const { email } = sent
  const restart = () => {
    void setData(verificationQuery(email), null)
    onRestart()
  }
  const [step, setStep] = useState<'verification' | 'password' | 'complete' | 'finished'>('verification')

  /** If another tab of this browser finished the sign-up, the user is signed in and leaves this screen. */
  const finish = async () => {
    await recheckUser().catch(() => undefined)
    forgetSentEmail()
    setStep('finished')
  }
  useRead(step === 'password' ? verificationQuery(email) : null, {
    revalidateOnFocus: true,
    onSuccess: (status) => {
      if (status?.finished) void finish()
    },
  })
  const isFinished = async () => {
    const { finished } = await verificationQuery(email).read()
    if (finished) await finish()
    return finished
  }

  const complete = async (fields: PasswordFields) => {
    const response = await api.register.complete
      .$post({ json: { email, ...fields } })
      .catch(async (error: unknown) => {
        if (explain(error) && (await isFinished().catch(() => false))) return undefined
        throw error
      })
    if (!response) return
    const account = await response.json()
    toast.success('Registration successful', {
      onNextScreen: true,
      description: 'Your account has been created',
    })
    forgetSentEmail()
    setStep('complete')
    setTimeout(() => void startSession(account), COMPLETE_SHOWN_MS)
  }

  if (step === 'verification') {
    return (
      <VerificationStep
        sent={sent}
        invitation={invitation}
        onRestart={restart}
        onDone={() => setStep('password')}
        onFinished={() => void finish()}
      />
    )
  }
  if (step === 'password') {
    return (
      <>
        <SetPasswordForm
          title="Choose a password"
          text="Your email address is verified. This is the last step."
          email={email}
          loadResolver={loadResolver}
          label="Create Account"
          pendingLabel="Creating account..."
          failure="Registration failed"
          explain={explain}
          onSubmit={complete}
        />
        <Button variant="ghost" className="mt-3 w-full" onClick={restart}>
          Start over
        </Button>
      </>
    )
  }
  if (step === 'finished') return <FinishedElsewhere />
  return (
    <StepHeading level={1} takesFocus icon="done" title="Registration complete!">
      <p>Opening your dashboard...</p>
    </StepHeading>
  )
}

function FinishedElsewhere() {
  const { state } = useLocation()
  return (
    <>
      <StepHeading level={1} takesFocus icon="done" title="Your account is ready">
        <p>
          You finished signing up in another browser. To continue here, sign in with the password you chose
          there.
        </p>
      </StepHeading>
      <LinkButton to={paths.signIn} state={state} size="lg" className="mt-6 w-full">
        Sign In
      </LinkButton>
    </>
  )
}

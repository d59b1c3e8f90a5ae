import { useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { recheckUser, startSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import type { PasswordFields } from './set-password-form.tsx'
import { SetPasswordForm } from './set-password-form.tsx'
import { StepHeading, StepIcon } from './step-heading.tsx'
import { VerificationStep } from './verification-step.tsx'

const COMPLETE_SHOWN_MS = 1000
const FINISHED_ELSEWHERE =
  'This sign-up was finished in another browser, or has expired. Sign in, or start over.'

const loadResolver = async () => (await import('./resolvers.ts')).setPasswordResolver

function finishedElsewhere(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'NOT_VERIFIED') return undefined
  // If another tab finished the sign-up, the user is signed in by now.
  void recheckUser()
  return FINISHED_ELSEWHERE
}

export type LaterStepsProps = { email: string; isInvited: boolean; onRestart: () => void }

export function SignUpLaterSteps({ email, isInvited, onRestart }: LaterStepsProps) {
  const [step, setStep] = useState<'verification' | 'password' | 'complete'>('verification')

  const complete = async (fields: PasswordFields) => {
    const response = await api.register.complete.$post({ json: { email, ...fields } })
    const account = await response.json()
    toast.success('Registration successful', { description: 'Your account has been created' })
    setStep('complete')
    setTimeout(() => void startSession(account), COMPLETE_SHOWN_MS)
  }

  if (step === 'verification') {
    return (
      <VerificationStep
        email={email}
        isInvited={isInvited}
        onRestart={onRestart}
        onDone={() => setStep('password')}
      />
    )
  }
  if (step === 'password') {
    return (
      <>
        <SetPasswordForm
          level={2}
          title="Choose a password"
          text="Your email address is verified. This is the last step."
          email={email}
          loadResolver={loadResolver}
          label="Create Account"
          pendingLabel="Creating account..."
          failure="Registration failed"
          explain={finishedElsewhere}
          onSubmit={complete}
        />
        <Button variant="ghost" className="mt-3 w-full" onClick={onRestart}>
          Start over
        </Button>
      </>
    )
  }
  return (
    <StepHeading level={2} takesFocus icon={<StepIcon of="done" />} title="Registration complete!">
      <p>Opening your dashboard…</p>
    </StepHeading>
  )
}

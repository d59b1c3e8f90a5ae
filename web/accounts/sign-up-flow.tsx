import { type ReactNode, Suspense, useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import type { Invited } from './invitation-banner.tsx'
import { type SentEmail, SignUpEmailStep } from './sign-up-email-step.tsx'
import type { LaterStepsProps } from './sign-up-later-steps.tsx'

const SignUpLaterSteps = lazyComponent<LaterStepsProps>(
  async () => (await import('./sign-up-later-steps.tsx')).SignUpLaterSteps,
)

export function SignUpFlow({ invited }: { invited: Invited }) {
  const [sent, setSent] = useState<SentEmail>()
  const [hasRestarted, setHasRestarted] = useState(false)
  if (sent) {
    return (
      <Loading>
        <SignUpLaterSteps
          {...sent}
          isInvited={invited.email !== null}
          onRestart={() => {
            setHasRestarted(true)
            setSent(undefined)
          }}
        />
      </Loading>
    )
  }
  return (
    <SignUpEmailStep
      invited={invited}
      takesFocus={hasRestarted}
      onTouch={() => void SignUpLaterSteps.preload()}
      onSent={async (email) => {
        await SignUpLaterSteps.preload()
        setSent(email)
      }}
    />
  )
}

const Loading = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SpinnerScreen className="min-h-64" />}>{children}</Suspense>
)

import { type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import type { ForgotViewProps } from './forgot-view.tsx'
import type { Invited } from './invitation-banner.tsx'
import type { SecondStepViewProps } from './second-step-view.tsx'
import { SignInForm } from './sign-in-form.tsx'

const ForgotView = lazyComponent<ForgotViewProps>(async () => (await import('./forgot-view.tsx')).ForgotView)
const SecondStepView = lazyComponent<SecondStepViewProps>(
  async () => (await import('./second-step-view.tsx')).SecondStepView,
)

type View = 'form' | 'forgot' | 'back' | SecondStepViewProps['step']
export function SignIn({ invited, startsForgot }: { invited: Invited; startsForgot: boolean }) {
  const [query] = useSearchParams()
  const [email, setEmail] = useState(invited.email ?? '')
  const [view, setView] = useState<View>(startsForgot ? 'forgot' : firstView(query.get('step')))
  if (view === 'forgot') {
    return (
      <Loading>
        <ForgotView
          email={email}
          onBack={(typed) => {
            setEmail(invited.email ?? typed)
            setView('back')
          }}
        />
      </Loading>
    )
  }
  if (view === 'code' || view === 'password') {
    return (
      <Loading>
        <SecondStepView
          step={view}
          onCodeNeeded={() => setView('code')}
          onForgot={() => setView('forgot')}
          onBack={() => setView('form')}
        />
      </Loading>
    )
  }
  return (
    <SignInForm
      invited={invited}
      email={email}
      focusesForgot={view === 'back'}
      onForgotNear={() => void ForgotView.preload()}
      onForgot={async (typed) => {
        await ForgotView.preload()
        setEmail(typed)
        setView('forgot')
      }}
      onCodeNeeded={(typed) => {
        setEmail(typed)
        setView('code')
      }}
    />
  )
}

/** Google sign-in leads here if a step is left. */
const firstView = (step: string | null): View => (step === 'code' || step === 'password' ? step : 'form')

const Loading = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SpinnerScreen className="min-h-64" />}>{children}</Suspense>
)

import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { readSecrets } from '#web/lib/link-secrets.ts'
import { useInvitation } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { InvitationBanner, type Invited } from './invitation-banner.tsx'
import { ProductPanel } from './product-panel.tsx'
import { forgetSentEmail, keepSentEmail, keptSentEmail } from './sent-email.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpEmailStep } from './sign-up-email-step.tsx'

const SignInError = lazyComponent(
  () => import('./sign-in-error.tsx').then((module) => module.SignInError),
  null,
)

type Page = 'login' | 'register'

function pageOf(query: URLSearchParams, isInvited: boolean): Page {
  const page = query.get('page')
  if (page === 'register') return 'register'
  return page === null && isInvited && !query.has('step') ? 'register' : 'login'
}

export function AuthPage() {
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  const token = readSecrets(state).invitation ?? null
  const reading = useInvitation(token)
  const page = pageOf(query, token !== null)
  const error = query.get('error')
  useTitle(page === 'login' ? 'Sign In' : 'Sign Up')

  const show = (next: Page) => {
    forgetSentEmail()
    setQuery({ page: next }, { replace: true, state })
  }
  const invited: Invited = reading.data ? { token, email: reading.data.email } : { token: null, email: null }
  return (
    <div className="grid flex-1 lg:grid-cols-2">
      <ProductPanel />
      <div className="flex flex-col items-center px-4 py-8 sm:py-14 lg:order-last lg:pt-[12dvh]">
        <div className="w-full max-w-sm">
          <InvitationBanner reading={reading} />
          {error === 'google' || error === 'disabled' ? (
            <div className="mb-5 min-h-17.5">
              <SignInError error={error} />
            </div>
          ) : null}
          {reading.isLoading ? (
            <SpinnerScreen className="min-h-96" />
          ) : (
            <Tabs
              label="Sign in or sign up"
              layout="fill"
              value={page}
              onValueChange={show}
              tabs={[
                {
                  value: 'login',
                  label: 'Sign In',
                  content: <SignIn invited={invited} startsForgot={query.get('page') === 'forgot'} />,
                },
                { value: 'register', label: 'Sign Up', content: <SignUpFlow invited={invited} /> },
              ]}
            />
          )}
        </div>
      </div>
    </div>
  )
}

const loading = <SpinnerScreen className="min-h-64" />

const SignUpLaterSteps = lazyComponent(
  () => import('./sign-up-later-steps.tsx').then((module) => module.SignUpLaterSteps),
  loading,
)

function SignUpFlow({ invited }: { invited: Invited }) {
  const [sent, setSent] = useState(keptSentEmail)
  const [hasRestarted, setHasRestarted] = useState(false)
  if (sent) {
    return (
      <SignUpLaterSteps
        sent={sent}
        invitation={invited.token}
        onRestart={() => {
          forgetSentEmail()
          setHasRestarted(true)
          setSent(undefined)
        }}
      />
    )
  }
  return (
    <SignUpEmailStep
      invited={invited}
      takesFocus={hasRestarted}
      onTouch={() => void SignUpLaterSteps.preload()}
      onSent={async (email) => {
        await SignUpLaterSteps.preload()
        keepSentEmail(email)
        setSent(email)
      }}
    />
  )
}

const ForgotView = lazyComponent(
  () => import('./forgot-view.tsx').then((module) => module.ForgotView),
  loading,
)
const SecondStepView = lazyComponent(
  () => import('./second-step-view.tsx').then((module) => module.SecondStepView),
  loading,
)

type View = 'form' | 'forgot' | 'back' | 'code' | 'password'

function SignIn({ invited, startsForgot }: { invited: Invited; startsForgot: boolean }) {
  const [query] = useSearchParams()
  const [email, setEmail] = useState(invited.email ?? '')
  const [view, setView] = useState<View>(startsForgot ? 'forgot' : firstView(query.get('step')))
  if (view === 'forgot') {
    return (
      <ForgotView
        email={email}
        onBack={(typed) => {
          setEmail(invited.email ?? typed)
          setView('back')
        }}
      />
    )
  }
  if (view === 'code' || view === 'password') {
    return (
      <SecondStepView
        step={view}
        onCodeNeeded={() => setView('code')}
        onForgot={() => setView('forgot')}
        onBack={() => setView('form')}
      />
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

const firstView = (step: string | null): View => (step === 'code' || step === 'password' ? step : 'form')

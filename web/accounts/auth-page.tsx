import { startTransition, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isRefusal } from '#web/lib/api-error.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { readSecrets } from '#web/lib/link-secrets.ts'
import { useInvitation } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { ACCOUNT_FORM } from '#web/paths.ts'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { InvitationBanner, type Invited } from './invitation-banner.tsx'
import { ProductFacts, ProductPanel } from './product-panel.tsx'
import { forgetSentEmail, keepSentEmail, keptSentEmail } from './sent-email.ts'
import { SignInForm } from './sign-in-form.tsx'

const SignInError = lazyComponent(async () => (await import('./sign-in-error.tsx')).SignInError, null)

type Page = 'login' | 'register'

function pageOf(query: URLSearchParams, isInvited: boolean): Page {
  const page = query.get('page')
  if (page === 'register') return 'register'
  return page === null && isInvited && !query.has('step') ? 'register' : 'login'
}

export function AuthPage() {
  const [query, setQuery] = useSearchParams()
  const { state, hash, key } = useLocation()
  const token = readSecrets(state).invitation ?? null
  const reading = useInvitation(token)
  const page = pageOf(query, token !== null && !isRefusal(reading.error))
  const error = query.get('error')
  useTitle(page === 'login' ? 'Sign In' : 'Sign Up')
  // On phones, a link to the form puts it at the top, as does whatever leads a user here. Switching tabs doesn't move it.
  const [isFormFirst] = useState(query.size > 0 || state !== null)
  const account = useRef<HTMLDivElement>(null)
  useEffect(() => void SignUpEmailStep.preload(), [])
  useEffect(() => {
    if (key !== 'default' && hash === `#${ACCOUNT_FORM}`) account.current?.scrollIntoView()
  }, [hash, key])

  const show = (next: Page) => {
    forgetSentEmail()
    setQuery({ page: next }, { replace: true, state })
  }
  const invited: Invited = reading.data ? { token, email: reading.data.email } : { token: null, email: null }
  return (
    <div className="grid flex-1 grid-rows-[auto_1fr] max-lg:grid-rows-none lg:grid-cols-[0_minmax(0,6fr)_minmax(0,5fr)_0] xl:grid-cols-[1fr_41rem_31rem_1fr]">
      {isFormFirst ? null : <ProductPanel />}
      <div
        ref={account}
        id={ACCOUNT_FORM}
        className="flex flex-col items-center px-4 py-8 sm:py-14 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:items-end lg:px-6 lg:pt-[12dvh]"
      >
        {/* What is typed before React is there would be lost, so it waits, without looking like it. */}
        <fieldset
          disabled={!useIsHydrated()}
          className="w-full min-w-0 max-w-sm [&:disabled_*]:opacity-100! [&:disabled_input]:bg-surface!"
        >
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
                  content: <SignIn invited={invited} />,
                },
                { value: 'register', label: 'Sign Up', content: <SignUpFlow invited={invited} /> },
              ]}
            />
          )}
        </fieldset>
      </div>
      {isFormFirst ? <ProductPanel /> : null}
      <ProductFacts />
    </div>
  )
}

const loading = <SpinnerScreen className="min-h-64" />

const SignUpLaterSteps = lazyComponent(
  async () => (await import('./sign-up-later-steps.tsx')).SignUpLaterSteps,
  loading,
)

const SignUpEmailStep = lazyComponent(
  async () => (await import('./sign-up-email-step.tsx')).SignUpEmailStep,
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

const ForgotView = lazyComponent(async () => (await import('./forgot-view.tsx')).ForgotView, loading)
const SecondStepView = lazyComponent(
  async () => (await import('./second-step-view.tsx')).SecondStepView,
  loading,
)

type View = 'form' | 'back' | 'code' | 'password'

function SignIn({ invited }: { invited: Invited }) {
  const { state } = useLocation()
  const [query, setQuery] = useSearchParams()
  const [email, setEmail] = useState(invited.email ?? '')
  const [view, setView] = useState<View>(firstView(query.get('step')))
  // The router shows another address in a transition.
  const showForgot = () =>
    startTransition(() => {
      setView('back')
      setQuery({ page: 'forgot' }, { state: { ...state, isAfterForm: true } })
    })
  if (query.get('page') === 'forgot') {
    return (
      <ForgotView
        email={email}
        onBack={(typed) => {
          setEmail(invited.email ?? typed)
          setView('back')
          if (state?.isAfterForm) history.back()
          else setQuery({ page: 'login' }, { replace: true, state })
        }}
      />
    )
  }
  if (view === 'code' || view === 'password') {
    return (
      <SecondStepView
        step={view}
        onCodeNeeded={() => setView('code')}
        onForgot={showForgot}
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
        showForgot()
      }}
      onCodeNeeded={(typed) => {
        setEmail(typed)
        setView('code')
      }}
    />
  )
}

const firstView = (step: string | null): View => (step === 'code' || step === 'password' ? step : 'form')

import { Suspense, useState } from 'react'
import { screenChunk, useChunk } from '#web/lib/screen.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import type { ForgotViewProps } from './forgot-view.tsx'
import type { Invited } from './invitation-banner.tsx'
import { SignInForm } from './sign-in-form.tsx'

const forgotView = screenChunk<ForgotViewProps>(async () => (await import('./forgot-view.tsx')).ForgotView)

type SignInProps = { invited: Invited; startsForgot: boolean }

export function SignIn({ invited, startsForgot }: SignInProps) {
  const [email, setEmail] = useState(invited.email ?? '')
  const [view, setView] = useState<'form' | 'forgot' | 'back'>(startsForgot ? 'forgot' : 'form')
  if (view === 'forgot') {
    return (
      <Suspense fallback={<SpinnerScreen className="min-h-64" />}>
        <Forgot
          email={email}
          onBack={(typed) => {
            setEmail(invited.email ?? typed)
            setView('back')
          }}
        />
      </Suspense>
    )
  }
  return (
    <SignInForm
      invited={invited}
      email={email}
      focusesForgot={view === 'back'}
      onForgotNear={() => void forgotView.preload()}
      onForgot={async (typed) => {
        await forgotView.preload()
        setEmail(typed)
        setView('forgot')
      }}
    />
  )
}

function Forgot(props: ForgotViewProps) {
  const View = useChunk(forgotView)
  return <View {...props} />
}

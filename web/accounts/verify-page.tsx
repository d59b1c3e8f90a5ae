import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '#web/lib/api-client.ts'
import { ApiError, isRefusal } from '#web/lib/api-error.ts'
import { useLinkSecrets } from '#web/lib/link-secrets.ts'
import { enterSession, startSession } from '#web/lib/session.ts'
import { useUser } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { OpenedLink } from '#worker/accounts/contract.ts'
import { LinkFailed, LinkPage, LinkStep } from './link-page.tsx'
import { type PasswordFields, SetPasswordForm } from './set-password-form.tsx'

const COMPLETE_SHOWN_MS = 2000
const NO_LINK = 'Invalid verification link. Please check your email for a valid link.'
const BAD_LINK = 'Verification failed. The link may have expired or is invalid.'
const NO_ANSWER = 'An error occurred during verification. Please try again.'

const loadResolver = async () => (await import('./resolvers.ts')).setPasswordResolver

type Failure = { reason: string; canRetry: boolean }

/** Verifies only after a click: email scanners open links. */
export function VerifyPage() {
  const { email, token } = useLinkSecrets()
  const [isOpening, setIsOpening] = useState(false)
  const [opened, setOpened] = useState<OpenedLink>()
  const [failure, setFailure] = useState<Failure>()
  const [isComplete, setIsComplete] = useState(false)
  useTitle('Verify Your Email')

  if (isComplete) return <Complete />
  if (!email || !token) return <Failed failure={{ reason: NO_LINK, canRetry: false }} />

  const open = async () => {
    setIsOpening(true)
    try {
      const answer = await (await api.register.verify.$post({ json: { email, token } })).json()
      setFailure(undefined)
      if (answer.organization) {
        succeed()
        await enterSession(answer.organization.id)
      } else if (answer.verified || answer.finished) setOpened(answer)
      else setFailure({ reason: BAD_LINK, canRetry: false })
    } catch (error) {
      const canRetry = !isRefusal(error)
      setFailure({ reason: canRetry ? NO_ANSWER : BAD_LINK, canRetry })
    } finally {
      setIsOpening(false)
    }
  }
  const succeed = () => {
    toast.success('Registration successful', {
      onNextScreen: true,
      description: 'Your account has been created',
    })
    setIsComplete(true)
  }
  const complete = async (fields: PasswordFields) => {
    const response = await api.register.complete.$post({ json: { email, ...fields } }).catch(finished)
    if (!response) return
    const account = await response.json()
    succeed()
    await startSession(account)
  }

  /** The link has worked already if another browser went on with its code. */
  const finished = async (error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'NOT_VERIFIED')) throw error
    const answer = await (await api.register.verify.$post({ json: { email, token } })).json()
    if (!answer.finished) throw error
    setOpened(answer)
    return undefined
  }

  if (failure) return <Failed failure={failure} onRetry={() => void open()} isRetrying={isOpening} />
  if (opened?.finished) return <AlreadyFinished />
  if (!opened) {
    return (
      <LinkStep
        icon="mail"
        title="Verify your email address"
        text={
          <>
            Confirm that <strong>{email}</strong> is your email address.
          </>
        }
      >
        <Button
          size="lg"
          className="mt-6 w-full"
          pending={isOpening}
          pendingLabel="Verifying..."
          onClick={() => void open()}
        >
          Verify Email Address
        </Button>
        <p className="mt-5 text-faint text-sm">
          Didn't sign up for Tinproof? Close this page. Nothing happens until you verify.
        </p>
      </LinkStep>
    )
  }
  return (
    <LinkPage>
      {opened.code === null ? null : <VerificationCode code={opened.code} />}
      <SetPasswordForm
        title="Set your password"
        text="Your email address is verified. This is the last step."
        email={email}
        loadResolver={loadResolver}
        label="Set Password"
        pendingLabel="Setting password..."
        failure="Failed to set password. Please try again."
        onSubmit={complete}
      />
    </LinkPage>
  )
}

type FailedProps = { failure: Failure; onRetry?: () => void; isRetrying?: boolean }

const Failed = ({ failure, onRetry, isRetrying = false }: FailedProps) => (
  <LinkFailed
    title={failure.canRetry ? "We couldn't verify your email" : "This link doesn't work"}
    reason={failure.reason}
    onRetry={failure.canRetry ? onRetry : undefined}
    retrying={isRetrying}
  >
    <LinkButton
      to={paths.signUp}
      variant={failure.canRetry ? 'secondary' : 'primary'}
      size="lg"
      className="w-full"
    >
      Sign Up Again
    </LinkButton>
  </LinkFailed>
)

function AlreadyFinished() {
  const { data: user } = useUser()
  return (
    <LinkStep
      icon="done"
      title="Your account is ready"
      text={`You already finished signing up with this link. ${user ? `You're signed in as ${user.email}.` : 'Sign in with the password you chose then.'}`}
    >
      <LinkButton to={user ? paths.dashboard : paths.signIn} size="lg" className="mt-6 w-full">
        {user ? 'Continue to Dashboard' : 'Sign In'}
      </LinkButton>
    </LinkStep>
  )
}

function Complete() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.products, { replace: true }), COMPLETE_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <LinkStep
      icon="done"
      title="Registration complete!"
      text={
        <>
          Your account is ready. Taking you to the{' '}
          <Link to={paths.products} className="text-accent-text underline">
            plans
          </Link>
          ...
        </>
      }
    />
  )
}

/** Shown where the link was opened, for the browser in which the person signed up. */
const VerificationCode = ({ code }: { code: string }) => (
  <section aria-labelledby="code-heading" className="mb-8 rounded-lg border bg-sunken px-4 py-3">
    <h2 id="code-heading" className="font-medium">
      Signed up on another device?
    </h2>
    <p className="mt-0.5 text-muted text-sm">Enter this code there to continue. It expires in 15 minutes.</p>
    <p className="mt-2 font-mono font-semibold text-2xl tracking-widest">
      {code.slice(0, 3)} {code.slice(3)}
    </p>
    <p className="mt-2 text-muted text-sm">Don't share it. Anyone with this code can set your password.</p>
  </section>
)

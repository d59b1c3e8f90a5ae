import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '#web/lib/api-client.ts'
import { isRefusal } from '#web/lib/api-error.ts'
import { startSession } from '#web/lib/session.ts'
import { useVerification } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { LinkFailed, LinkLoading, LinkPage } from './link-page.tsx'
import type { PasswordFields } from './set-password-form.tsx'
import { SetPasswordForm } from './set-password-form.tsx'
import { StepHeading, StepIcon } from './step-heading.tsx'

const COMPLETE_SHOWN_MS = 2000
const NO_LINK = 'Invalid verification link. Please check your email for a valid link.'
const BAD_LINK = 'Verification failed. The link may have expired or is invalid.'
const NO_ANSWER = 'An error occurred during verification. Please try again.'

const loadResolver = async () => (await import('./resolvers.ts')).setPasswordResolver

export function VerifyPage() {
  const [query] = useSearchParams()
  const email = query.get('email')
  const token = query.get('token')
  const { status, error, isLoading, isRetrying, retry } = useVerification(email, token)
  const [isComplete, setIsComplete] = useState(false)
  useTitle('Verify your email')

  const complete = async (fields: PasswordFields) => {
    const response = await api.register.complete.$post({ json: { email: email ?? '', ...fields } })
    const account = await response.json()
    toast.success('Registration successful', { description: 'Your account has been created' })
    setIsComplete(true)
    await startSession(account)
  }

  if (isComplete) return <Complete />
  if (isLoading) return <LinkLoading label="Verifying your email…" />
  if (!email || !status?.verified) {
    const canPass = email && token && error && !isRefusal(error)
    return (
      <LinkPage>
        <LinkFailed
          title="Verification failed"
          reason={email && token ? (canPass ? NO_ANSWER : BAD_LINK) : NO_LINK}
          onRetry={canPass ? retry : undefined}
          retrying={isRetrying}
        >
          <Button asChild variant="secondary" size="lg" className="w-full">
            <Link to={paths.signUp}>Sign up again</Link>
          </Button>
        </LinkFailed>
      </LinkPage>
    )
  }
  return (
    <LinkPage>
      <SetPasswordForm
        level={1}
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

function Complete() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.products, { replace: true }), COMPLETE_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <LinkPage>
      <StepHeading level={1} takesFocus icon={<StepIcon of="done" />} title="Registration complete!">
        <p>
          Your account is ready. Taking you to the{' '}
          <Link to={paths.products} className="text-accent-text underline">
            plans
          </Link>
          …
        </p>
      </StepHeading>
    </LinkPage>
  )
}

import { api } from '#web/lib/api-client.ts'
import { ApiError, isRefusal } from '#web/lib/api-error.ts'
import { useLinkSecrets } from '#web/lib/link-secrets.ts'
import { bodyQuery, queries } from '#web/lib/queries.ts'
import { recheckUser } from '#web/lib/session.ts'
import { refetch, setData, useRead } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { type ButtonLook, LinkButton } from '#web/ui/button.tsx'
import { LinkFailed, LinkLoading, LinkPage, LinkStep } from './link-page.tsx'
import { type PasswordFields, SetPasswordForm } from './set-password-form.tsx'

const NO_LINK = 'Invalid reset link. Please request a new password reset.'
const BAD_LINK = 'Invalid or expired reset token.'
const NO_ANSWER = 'Failed to verify reset token. Please try again.'

const loadResolver = async () => (await import('./resolvers.ts')).resetPasswordResolver

const linkQuery = (token: string) =>
  bodyQuery(`reset token ${token}`, api.auth['verify-reset-token'], { json: { token } })

export function ResetPasswordPage() {
  const token = useLinkSecrets().token ?? null
  const { data: check, error, isLoading, ...read } = useRead(token ? linkQuery(token) : null)
  useTitle('Reset Password')

  if (check?.isUsed) return <Done />
  if (isLoading) return <LinkLoading label="Verifying the link..." />
  if (error && !isRefusal(error)) {
    return (
      <LinkFailed
        title="We couldn't check this link"
        reason={NO_ANSWER}
        onRetry={read.retry}
        retrying={read.isRetrying}
      >
        <NewLink variant="secondary" size="lg" className="w-full" />
      </LinkFailed>
    )
  }
  if (!token || !check?.success) {
    return (
      <LinkFailed title="This link doesn't work" reason={token ? (check?.message ?? BAD_LINK) : NO_LINK}>
        <NewLink size="lg" className="w-full" />
      </LinkFailed>
    )
  }
  const reset = async ({ password }: PasswordFields) => {
    const query = linkQuery(token)
    try {
      await api.auth['reset-password'].$post({ json: { token, password } })
    } catch (error) {
      // Before a reload, it may have reset the password.
      if (error instanceof ApiError && error.code === 'RESET_TOKEN_INVALID') await refetch(query)
      throw error
    }
    await setData(query, { ...check, success: false, isUsed: true })
    // The reset ended all sessions, perhaps one in this browser. Without a user, no toast repeats that.
    await setData(queries.user, null)
    await recheckUser().catch(() => undefined)
  }
  return (
    <LinkPage>
      <SetPasswordForm
        title="Choose a new password"
        text="This signs you out on all devices."
        email={check.email ?? ''}
        loadResolver={loadResolver}
        label="Reset Password"
        pendingLabel="Resetting..."
        failure="Failed to reset password"
        onSubmit={reset}
      />
      <NewLink variant="ghost" className="mt-3 w-full" />
    </LinkPage>
  )
}

const NewLink = (look: ButtonLook) => (
  <LinkButton to={paths.forgotPassword} {...look}>
    Request a New Link
  </LinkButton>
)

const Done = () => (
  <LinkStep
    icon="done"
    title="Your password is reset"
    text="Sign in with the new one. The link works only once."
  >
    <LinkButton to={paths.signIn} size="lg" className="mt-6 w-full">
      Sign In
    </LinkButton>
  </LinkStep>
)

import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorText, isRefusal } from '#web/lib/api-error.ts'
import { attempt } from '#web/lib/attempt.ts'
import { useLinkSecrets } from '#web/lib/link-secrets.ts'
import { roleWithArticle } from '#web/lib/role-with-article.ts'
import { joinOrganization, logout } from '#web/lib/session.ts'
import { useUser } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { LinkFailed, LinkLoading } from './link-page.tsx'

export function AcceptInvitationPage() {
  const token = useLinkSecrets().invitation ?? ''
  const navigate = useNavigate()
  const { data: user } = useUser()
  const [error, setError] = useState<unknown>()
  useTitle('Invitation')

  useEffect(() => {
    let isGone = false
    joinOrganization(token).then(
      ({ name, role }) => {
        if (isGone) return
        toast.success('Invitation accepted', {
          onNextScreen: true,
          description: `You joined ${name} as ${roleWithArticle(role)}.`,
        })
        void navigate(paths.dashboard, { replace: true })
      },
      (reason: unknown) => {
        if (!isGone) setError(reason)
      },
    )
    return () => {
      isGone = true
    }
  }, [token, navigate])

  if (error === undefined) return <LinkLoading label="Joining the organization..." />
  const isOthers = error instanceof ApiError && error.code === 'INVITATION_NOT_YOURS'
  const changeUser = async () => {
    await attempt('Logout failed', async () => {
      await navigate(paths.signIn, { state: { invitation: token } })
      await logout()
    })
  }
  return (
    <LinkFailed
      title="Invitation failed"
      reason={`${errorText(error)}${isOthers && user ? ` You're signed in as ${user.email}.` : ''}`}
      onRetry={isRefusal(error) ? undefined : () => location.reload()}
    >
      {isOthers ? (
        <Button size="lg" className="w-full" onClick={() => void changeUser()}>
          Sign In with Another Account
        </Button>
      ) : null}
      <Button
        variant="secondary"
        size="lg"
        className="w-full"
        onClick={() => void navigate(paths.dashboard, { replace: true })}
      >
        Continue to Dashboard
      </Button>
    </LinkFailed>
  )
}

import { errorText, isRefusal } from '#web/lib/api-error.ts'
import { roleWithArticle } from '#web/lib/role-with-article.ts'
import type { useInvitation } from '#web/lib/swr.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

export type Invited = { token: string | null; email: string | null }

export function InvitationBanner({ reading }: { reading: ReturnType<typeof useInvitation> }) {
  const { data: invitation, error, isRetrying, retry } = reading
  if (invitation) {
    const { organizationName, role, requiresTwoFactor } = invitation
    return (
      <Banner
        className="mb-5"
        title={`You're invited to join ${organizationName} as ${roleWithArticle(role)}`}
      >
        Sign up or sign in to accept.{requiresTwoFactor ? ' You need two-factor sign-in within 7 days.' : ''}
      </Banner>
    )
  }
  if (!error) return null
  const isDead = isRefusal(error)
  return (
    <Banner
      className="mb-5"
      tone="critical"
      title={isDead ? 'This invitation is no longer valid' : "We couldn't load the invitation"}
      action={
        isDead ? undefined : (
          <Button variant="secondary" size="sm" pending={isRetrying} onClick={retry}>
            Retry
          </Button>
        )
      }
    >
      {isDead
        ? 'It expired, was revoked or was already used. If you joined with it, sign in. If not, ask for a new one.'
        : errorText(error)}
    </Banner>
  )
}

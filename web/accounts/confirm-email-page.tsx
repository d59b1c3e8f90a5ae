import { useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { errorText, isRefusal } from '#web/lib/api-error.ts'
import { useLinkSecrets } from '#web/lib/link-secrets.ts'
import { bodyQuery, queries } from '#web/lib/queries.ts'
import { refetch, useRead, useUser } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import type { ConfirmedEmailChange, EmailChangeLink } from '#worker/profile/contract.ts'
import { LinkFailed, LinkLoading, LinkStep } from './link-page.tsx'

const BAD_LINK = 'This link has expired, was already used, or was replaced by a newer one.'

const linkQuery = (token: string) =>
  bodyQuery(`email change ${token}`, api['email-change'].check, { json: { token } })

/** Email scanners open links, so only the button confirms. */
export function ConfirmEmailPage() {
  const { token = null } = useLinkSecrets()
  const { data: link, error, isLoading, isRetrying, retry } = useRead(token ? linkQuery(token) : null)
  const [result, setResult] = useState<ConfirmedEmailChange>()
  useTitle('Confirm Your New Email')

  if (result) return <Confirmed result={result} />
  if (isLoading) return <LinkLoading label="Loading..." />
  if (!token || !link) {
    const canRetry = token !== null && error !== undefined && !isRefusal(error)
    return (
      <LinkFailed
        title={canRetry ? "We couldn't check this link" : 'Email not changed'}
        reason={canRetry ? errorText(error) : BAD_LINK}
        onRetry={canRetry ? retry : undefined}
        retrying={isRetrying}
      >
        <NextLink />
      </LinkFailed>
    )
  }
  if (link.isConfirmed) return <Confirmed result={link} />
  return <Review token={token} link={link} onConfirmed={setResult} />
}

type ReviewProps = {
  token: string
  link: EmailChangeLink
  onConfirmed: (result: ConfirmedEmailChange) => void
}

function Review({ token, link: { email, address }, onConfirmed }: ReviewProps) {
  const [failure, setFailure] = useState<string>()
  const confirm = async () => {
    setFailure(undefined)
    try {
      const response = await api['email-change'].confirm.$post({ json: { token } })
      onConfirmed(await response.json())
      await refetch(queries.user, queries.emailChange)
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <LinkStep
      title="Confirm your new email"
      text={
        <>
          {address === 'current' ? 'Change your account email to' : 'Use this address for your account:'}
          <strong className="block">{email}</strong>
        </>
      }
    >
      <div className="mt-6 space-y-4">
        {failure ? (
          <Banner tone="critical" role="alert" title="Email not changed">
            {failure}
          </Banner>
        ) : null}
        <Button size="lg" className="w-full" pendingLabel="Confirming..." action={confirm}>
          Confirm
        </Button>
        <p className="text-muted text-sm">
          If you didn't ask for this, close this page. Nothing changes until both addresses are confirmed.
        </p>
      </div>
    </LinkStep>
  )
}

function Confirmed({ result: { email, address, isChanged } }: { result: ConfirmedEmailChange }) {
  const changed = (
    <>
      From now on, sign in with <strong className="inline-block max-w-full">{email}</strong>.
    </>
  )
  const waiting = (
    <>
      This address is confirmed. Now open the link that we sent to your{' '}
      {address === 'current' ? (
        <>
          new address, <strong>{email}</strong>
        </>
      ) : (
        'current address'
      )}
      .
    </>
  )
  return (
    <LinkStep
      icon="done"
      title={isChanged ? 'Email changed' : 'One more step'}
      text={isChanged ? changed : waiting}
    >
      <div className="mt-6">
        <NextLink />
      </div>
    </LinkStep>
  )
}

/** The link may be opened on a device without a session. */
function NextLink() {
  const { data: user } = useUser()
  return (
    <LinkButton to={user ? paths.profile : paths.signIn} variant="secondary" size="lg" className="w-full">
      {user ? 'Go to Your Profile' : 'Sign In'}
    </LinkButton>
  )
}

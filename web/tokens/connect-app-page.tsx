import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ConfirmationHost, LinkFailed, LinkLoading, LinkStep } from '#web/accounts/index.ts'
import { api } from '#web/lib/api-client.ts'
import { errorText, isRefusal } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { forgetPath, keepPath } from '#web/lib/kept-text.ts'
import { query } from '#web/lib/queries.ts'
import { selectOrganization } from '#web/lib/selection.ts'
import { fresh, useOrganizationId, useOrganizations, useRead, useUser } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { Consent } from '#worker/oauth/contract.ts'
import { appAbilities } from './token-options.ts'

export function ConnectAppPage() {
  const { search } = useLocation()
  const { data: user } = useUser()
  useTitle('Connect App')
  useEffect(() => (user ? forgetPath() : keepPath(paths.connectApp + search)), [user, search])
  return user ? (
    <Request request={requestOf(search)} email={user.email} />
  ) : (
    <Navigate to={paths.auth} replace />
  )
}

/** Without the outcome of a confirmation with Google, which the app didn't send. */
function requestOf(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('confirmed')
  return query.toString()
}

function Request({ request, email }: { request: string; email: string }) {
  const { data: app, ...consent } = useRead(query(api.oauth.consent, { query: { request } }), fresh)
  const organizations = useOrganizations()
  const [returnUrl, setReturnUrl] = useState<string>()
  useEffect(() => {
    if (returnUrl) location.replace(returnUrl)
  }, [returnUrl])

  const failure = consent.error ?? organizations.error
  if (failure) {
    return (
      <LinkFailed
        title="App not connected"
        reason={errorText(failure)}
        onRetry={isRefusal(failure) ? undefined : (consent.error ? consent : organizations).retry}
        retrying={consent.isRetrying || organizations.isRetrying}
      >
        <DashboardLink />
      </LinkFailed>
    )
  }
  if (!app || !organizations.data) return <LinkLoading label="Loading..." />
  // A scheme of its own, such as `cursor://`, opens the app and leaves this page as it is.
  if (returnUrl && !/^https?:/i.test(returnUrl)) {
    return <LinkStep title={`Continue in ${app.appName}`} text="You can close this page." />
  }
  if (organizations.data.length === 0) {
    return (
      <LinkFailed
        title="App not connected"
        reason="Create an organization first, then connect the app again."
      >
        <DashboardLink />
      </LinkFailed>
    )
  }
  return (
    <>
      <Decision
        request={request}
        email={email}
        app={app}
        organizations={organizations.data}
        returnTo={setReturnUrl}
      />
      <ConfirmationHost />
    </>
  )
}

const DashboardLink = () => (
  <LinkButton to={paths.dashboard} variant="secondary" size="lg" className="w-full">
    Go to Dashboard
  </LinkButton>
)

type DecisionProps = {
  request: string
  email: string
  app: Consent
  organizations: readonly { id: string; name: string }[]
  returnTo: (url: string) => void
}

function Decision({ request, email, app, organizations, returnTo }: DecisionProps) {
  const organizationId = useOrganizationId() ?? ''
  const [failure, setFailure] = useState<string>()
  const allow = async () => {
    setFailure(undefined)
    try {
      const json = { request, organizationId }
      const response = await confirmed(() => api.oauth.consent.$post({ json }))
      if (response) returnTo((await response.json()).redirectTo)
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <LinkStep
      title={`Connect ${app.appName}?`}
      text={
        <>
          {app.domain ? (
            <>
              This app is published by <strong>{app.domain}</strong>.
            </>
          ) : (
            "This app chose its own name. We haven't verified it."
          )}{' '}
          Access is sent to <strong>{app.redirectHost}</strong>.
        </>
      }
    >
      <div className="mt-6 space-y-5">
        {app.isLocal ? (
          <Banner tone="warning" title="This is an app on your computer">
            Continue only if you just started to connect it there.
          </Banner>
        ) : null}
        <div className="space-y-2 wrap-anywhere">
          <h2 className="font-medium text-sm">Organization</h2>
          <RadioGroup
            label="Organization"
            options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            value={organizationId}
            onValueChange={selectOrganization}
          />
        </div>
        <div className="space-y-2">
          <h2 className="font-medium text-sm">It will be able to</h2>
          <FeatureList features={appAbilities} />
          <p className="text-muted text-sm">It can't change settings, delete anything or see API tokens.</p>
        </div>
        {failure ? (
          <Banner tone="critical" role="alert" title="App not connected">
            {failure}
          </Banner>
        ) : null}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="secondary" size="lg" onClick={() => returnTo(app.denyUrl)}>
            Deny
          </Button>
          <Button size="lg" pendingLabel="Connecting..." action={allow}>
            Allow
          </Button>
        </div>
        <p className="wrap-anywhere text-muted text-sm">
          You're signed in as {email}. You can revoke the app's access at any time under API Tokens. Access
          ends after 30 days without use.
        </p>
      </div>
    </LinkStep>
  )
}

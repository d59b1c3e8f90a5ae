import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountEventsCard } from '#web/audit/index.ts'
import { api } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { fresh, useRead, useSecurity, useUser } from '#web/lib/swr.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { InformationCard } from './information-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { changePreferences, preferencesQuery } from './profile-actions.ts'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

type Tab = 'information' | 'security'

export function ProfilePage() {
  const { data: user } = useUser()
  const { data: security } = useSecurity()
  const [query, setQuery] = useSearchParams()
  const tab: Tab = query.get('tab') === 'security' ? 'security' : 'information'
  const show = (next: Tab) => setQuery(next === 'security' ? { tab: next } : {}, { replace: true })
  if (!user) return null
  return (
    <Tabs
      label="Profile and security"
      className="max-w-2xl"
      value={tab}
      onValueChange={show}
      tabs={[
        {
          value: 'information',
          label: 'Profile Information',
          content: (
            <div className="space-y-5">
              <InformationCard user={user} />
              <EmailCard />
              <DeleteAccountCard email={user.email} />
            </div>
          ),
        },
        {
          value: 'security',
          label: 'Security',
          content: (
            <div className="space-y-5">
              {security?.hasPassword === false ? (
                <SetPasswordCard email={user.email} />
              ) : (
                <PasswordCard email={user.email} />
              )}
              <TwoFactorCard />
              <SessionsCard />
              <AccountEventsCard />
            </div>
          ),
        },
      ]}
    />
  )
}

function EmailCard() {
  const { data: preferences, ...read } = useRead(preferencesQuery, fresh)
  const content = () => {
    if (read.error) return <LoadError title="Failed to load preferences" {...read} />
    if (!preferences) {
      return (
        <>
          <LoadingText>Loading preferences</LoadingText>
          <Skeleton className="my-1 h-3.5 w-40" />
          <Skeleton className="my-1 h-3.5 w-72" />
          <Skeleton className="my-1 h-3.5 w-48 sm:hidden" />
        </>
      )
    }
    return (
      <Checkbox
        label="Quota emails"
        hint="Get an email when an organization you administer has used 80%, 90% and 100% of its monthly quota."
        checked={preferences.quotaEmails}
        onCheckedChange={(quotaEmails) => void changePreferences({ quotaEmails })}
      />
    )
  }
  return (
    <Card title="Emails" aria-busy={read.isLoading}>
      <CardContent className="pt-3">{content()}</CardContent>
    </Card>
  )
}

function SetPasswordCard({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  const send = () =>
    attempt('Failed to send the email', async () => {
      await api.auth['forgot-password'].$post({ json: { email } })
      setIsSent(true)
    })
  return (
    <Card
      title="Set a Password"
      description="You sign in with Google. Set a password to also sign in without it."
    >
      <CardContent>
        {isSent ? (
          <Banner tone="success" role="status" title="Check your email">
            We sent a link to <span className="break-all">{email}</span>. The link expires in 1 hour. Setting
            a password signs you out everywhere.
          </Banner>
        ) : (
          <Button pendingLabel="Sending..." action={send}>
            Email Me a Link
          </Button>
        )}
      </CardContent>
    </Card>
  )
}

import { useSearchParams } from 'react-router'
import { AccountEventsCard } from '#web/audit/index.ts'
import { useSecurity, useUser } from '#web/lib/swr.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { EmailCard } from './email-card.tsx'
import { InformationCard } from './information-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SetPasswordCard } from './set-password-card.tsx'
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

import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSecurity, useSelected, useUser } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'

/** Until they turn it on, platform administrators have no admin area, and some members will lose their organization. */
export function TwoFactorReminder() {
  const { pathname } = useLocation()
  const { data: user } = useUser()
  const isAdministrator = Boolean(user?.role)
  const { data: security } = useSecurity(isAdministrator)
  const organization = useSelected()
  const dueAt = organization?.twoFactorDueAt
  if (dueAt && Date.parse(dueAt) > Date.now())
    return (
      <Reminder>
        {organization.name} requires it. Without it, you can't use this organization from{' '}
        <Time value={dueAt} style="date-time" /> on.
      </Reminder>
    )
  if (!isAdministrator || !security || security.twoFactor.enabledAt) return null
  if (pathname.startsWith(paths.admin)) return null
  return <Reminder>Platform administrators need it to use the admin area.</Reminder>
}

const Reminder = ({ children }: { children: ReactNode }) => (
  <Banner
    tone="warning"
    title="Turn on two-factor sign-in"
    className="wrap-anywhere mb-5"
    action={
      <LinkButton to={paths.security} variant="secondary" size="sm">
        Set Up
      </LinkButton>
    }
  >
    {children}
  </Banner>
)

import { ShieldAlert } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Organization } from '#worker/organizations/contract.ts'

/** The API refuses every call of such an organization. */
export const isLocked = ({ twoFactorDueAt }: Pick<Organization, 'twoFactorDueAt'>): boolean =>
  twoFactorDueAt !== null && Date.parse(twoFactorDueAt) <= Date.now()

export const TwoFactorNeeded = ({ name }: { name: string }) => (
  <Card>
    <EmptyState
      icon={<ShieldAlert />}
      title="Turn on two-factor sign-in to continue"
      description={`${name} requires it from all members. You need an authenticator app on your phone.`}
      action={<LinkButton to={paths.security}>Set Up Two-Factor Sign-In</LinkButton>}
      className="wrap-anywhere py-14"
    />
  </Card>
)

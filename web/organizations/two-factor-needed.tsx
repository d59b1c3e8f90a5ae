import { ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Organization } from '#worker/organizations/contract.ts'

/** Few need it, so the first screen doesn't load it. */
const LeaveOrganization = lazyComponent(
  async () => (await import('./leave-organization.tsx')).LeaveOrganization,
  null,
)

/** The API refuses every call of such an organization. */
export const isLocked = ({ twoFactorDueAt }: Pick<Organization, 'twoFactorDueAt'>): boolean =>
  twoFactorDueAt !== null && Date.parse(twoFactorDueAt) <= Date.now()

export const TwoFactorNeeded = ({ organization }: { organization: Organization }) => (
  <div className="rounded-lg border bg-surface">
    <EmptyState
      icon={<ShieldAlert aria-hidden />}
      title="Turn on two-factor sign-in to continue"
      description={`${organization.name} requires it from all members. You need an authenticator app on your phone.`}
      action={
        <div className="flex flex-col items-center gap-3">
          <Button asChild>
            <Link to={paths.security}>Set Up Two-Factor Sign-In</Link>
          </Button>
          <LeaveOrganization organization={organization} />
        </div>
      }
      className="wrap-anywhere py-14"
    />
  </div>
)

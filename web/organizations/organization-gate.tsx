import { Building2, Plus, ShieldAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'
import { storedSelection } from '#web/lib/selection.ts'
import { useOrganizations, useSelected } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DialogScope } from '#web/ui/dialog-scope.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Organization } from '#worker/organizations/contract.ts'

export function OrganizationScope({ children }: { children: ReactNode }) {
  const { data: organizations = [] } = useOrganizations()
  const current = useSelected()
  const switches = useSwitchCount(current?.id)
  const scope =
    current && organizations.length > 1 ? (
      <>
        Organization:{' '}
        <span dir="auto" className="font-medium text-ink">
          {current.name}
        </span>
      </>
    ) : null
  return (
    <DialogScope key={switches} value={scope}>
      {children}
    </DialogScope>
  )
}

/** The first selection after load is not a switch, unless the tab was of another organization. */
function useSwitchCount(organizationId: string | undefined): number {
  const [seen, setSeen] = useState(() => ({
    organizationId: organizationId ?? storedSelection() ?? undefined,
    switches: 0,
  }))
  if (organizationId && organizationId !== seen.organizationId) {
    setSeen({ organizationId, switches: seen.organizationId ? seen.switches + 1 : 0 })
  }
  return seen.switches
}

// Every screen offers the form, and few people need it.
const CreateOrganizationDialog = lazyDialog(
  async () => (await import('./create-organization-dialog.tsx')).CreateOrganizationDialog,
)

type NewOrganization = {
  start: () => void
  preload: () => void
  dialog: ReactNode
}

export function useNewOrganization(): NewOrganization {
  const [isOpen, setOpen] = useState(false)
  return {
    start: () => setOpen(true),
    preload: () => void CreateOrganizationDialog.preload(),
    dialog: isOpen ? <CreateOrganizationDialog onClose={() => setOpen(false)} /> : null,
  }
}

export const NoOrganization = ({ newOrganization }: { newOrganization: NewOrganization }) => (
  <EmptyState
    inCard
    icon={<Building2 />}
    title="No organizations"
    description="You're not in an organization yet. Create one, or ask an admin to invite you."
    action={
      <Button icon={<Plus />} onPointerEnter={newOrganization.preload} onClick={newOrganization.start}>
        New Organization
      </Button>
    }
  />
)

/** The API refuses every call of such an organization. */
export const isLocked = ({ twoFactorDueAt }: Pick<Organization, 'twoFactorDueAt'>): boolean =>
  twoFactorDueAt !== null && Date.parse(twoFactorDueAt) <= Date.now()

export const TwoFactorNeeded = ({ name }: { name: string }) => (
  <EmptyState
    inCard
    icon={<ShieldAlert />}
    title="Turn on two-factor sign-in to continue"
    description={`${name} requires it from all members. You need an authenticator app on your phone.`}
    action={<LinkButton to={paths.security}>Set Up Two-Factor Sign-In</LinkButton>}
    className="wrap-anywhere py-14"
  />
)

import { type ReactNode, useState } from 'react'
import { storedSelection } from '#web/lib/selection.ts'
import { useOrganizations, useSelected } from '#web/lib/swr.ts'
import { DialogScope } from '#web/ui/dialog-scope.ts'

/** For screens of one organization: a switch reopens them, and where there are several, each dialog names its own. */
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

import { useMembers } from '#web/lib/swr.ts'
import { rolePermissions } from '#worker/organizations/contract.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { OrganizationTab } from './organization-tab.tsx'

export function TeamPage() {
  const { data: members, error } = useMembers()
  // The card below waits, or it would jump.
  const isRead = members !== undefined || error !== undefined
  return (
    <OrganizationTab>
      {(organization) => (
        <>
          <MembersCard organization={organization} />
          {isRead && rolePermissions[organization.role].invitableRoles.length > 0 ? (
            <InvitationsCard organization={organization} />
          ) : null}
        </>
      )}
    </OrganizationTab>
  )
}

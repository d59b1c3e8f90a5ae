import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { canSeeInvitations } from './permissions.ts'

export function TeamPage() {
  return (
    <OrganizationTab>
      {(organization) => (
        <>
          <MembersCard organization={organization} />
          {canSeeInvitations(organization) ? <InvitationsCard organization={organization} /> : null}
        </>
      )}
    </OrganizationTab>
  )
}

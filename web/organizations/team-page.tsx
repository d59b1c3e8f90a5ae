import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { useMembers } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { type Organization, rolePermissions } from '#worker/organizations/contract.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { MembersLoading, MembersTable } from './members-table.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { permissionsIn } from './permissions.ts'

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

function MembersCard({ organization }: { organization: Organization }) {
  const { data: members, ...read } = useMembers()
  const membersRef = useRef<HTMLDivElement>(null)
  const [isInviting, setInviting] = useState(false)
  const { invitableRoles } = permissionsIn(organization)
  const canInvite = invitableRoles.length > 0

  useOpenRequest('invite', canInvite, () => setInviting(true))

  const content = () => {
    if (read.error) return <LoadError title="Failed to fetch members" {...read} />
    if (!members) return <MembersLoading />
    return (
      <>
        <MembersTable organization={organization} members={members} />
        {members.length === 1 && canInvite ? (
          <p className="border-t px-5 pt-4 pb-2 text-muted">
            Only you so far. People you invite share this organization's API tokens, quota and activity.
          </p>
        ) : null}
      </>
    )
  }

  return (
    <Card
      title="Team Members"
      description={members ? formatCount(members.length, 'person', 'people') : '\u00a0'}
      action={
        canInvite ? (
          <Button icon={<UserPlus />} onClick={() => setInviting(true)}>
            Invite User
          </Button>
        ) : null
      }
      aria-busy={read.isLoading}
    >
      <CardContent className="px-0 pt-2 pb-2">
        <div ref={membersRef} tabIndex={-1}>
          {content()}
        </div>
      </CardContent>
      {members || read.error ? (
        <CardFooter>
          <LeaveOrganization organization={organization} onShowMembers={() => membersRef.current?.focus()} />
        </CardFooter>
      ) : null}
      {isInviting ? (
        <InviteDialog
          organizationId={organization.id}
          roles={invitableRoles}
          onClose={() => setInviting(false)}
        />
      ) : null}
    </Card>
  )
}

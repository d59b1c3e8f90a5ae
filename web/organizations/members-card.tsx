import { UserPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { useMembers, useUser } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { Member, Organization } from '#worker/organizations/contract.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { removeMember } from './member-actions.ts'
import { MembersLoading, MembersTable } from './members-table.tsx'
import { permissionsIn } from './permissions.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

export const TEAM_MEMBERS_ID = 'team-members'

type Step =
  | { name: 'closed' }
  | { name: 'invite' }
  | { name: 'role'; member: Member }
  | { name: 'remove'; member: Member }

const closed: Step = { name: 'closed' }

type MembersCardProps = { organization: Organization }

export function MembersCard({ organization }: MembersCardProps) {
  const titleId = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const focus = useFocusReturn()
  const { data: user } = useUser()
  const { data: members, organizationId, ...read } = useMembers()
  const [step, setStep] = useState<Step>(closed)
  const { invitableRoles, manageMembers } = permissionsIn(organization)
  const canInvite = invitableRoles.length > 0

  const open = (next: Step, opener?: Element | null) => {
    focus.capture(opener)
    setStep(next)
  }
  const close = () => {
    setStep(closed)
    focus.restore(listRef.current)
  }

  useOpenRequest('invite', canInvite, () => open({ name: 'invite' }))

  const content = () => {
    if (read.error) return <LoadError title="Failed to fetch members" {...read} />
    if (!members) return <MembersLoading />
    return (
      <>
        <MembersTable
          members={members}
          ownId={user?.id}
          canChange={manageMembers}
          onChangeRole={(member, opener) => open({ name: 'role', member }, opener)}
          onRemove={(member, opener) => open({ name: 'remove', member }, opener)}
        />
        {members.length === 1 && canInvite ? (
          <EmptyState
            icon={<UserPlus aria-hidden />}
            title="Only you so far"
            description="Invite your teammates. They share this organization's API tokens, quota and activity, and each has a role."
            className="border-t py-8"
          />
        ) : null}
      </>
    )
  }
  const dialog = () => {
    switch (step.name) {
      case 'closed':
        return null
      case 'invite':
        return <InviteDialog organizationId={organizationId} roles={invitableRoles} onClose={close} />
      case 'role':
        return <ChangeRoleDialog organizationId={organizationId} member={step.member} onClose={close} />
      case 'remove':
        return (
          <RemoveMemberDialog
            member={step.member}
            onClose={close}
            onConfirm={(options) => {
              close()
              void removeMember(organizationId, step.member, options)
            }}
          />
        )
    }
  }

  return (
    <Card aria-labelledby={titleId} aria-busy={read.isLoading}>
      <CardHeader
        action={
          canInvite ? (
            <Button icon={<UserPlus aria-hidden />} onClick={() => open({ name: 'invite' })}>
              Invite User
            </Button>
          ) : null
        }
      >
        <CardTitle id={titleId}>Team Members</CardTitle>
        <CardDescription className="min-h-5">
          {members ? formatCount(members.length, 'person', 'people') : null}
        </CardDescription>
      </CardHeader>
      <CardContent className="px-0 pt-2 pb-2">
        <div id={TEAM_MEMBERS_ID} ref={listRef} tabIndex={-1}>
          {content()}
        </div>
      </CardContent>
      {dialog()}
    </Card>
  )
}

import { type ReactNode, useState } from 'react'
import { useMembers, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { keepFocusNear } from '#web/ui/return-focus.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import { LEFT_TOKEN_DAYS } from '#worker/tokens/contract.ts'
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx'
import { isOnlyAdmin, leave } from './member-actions.ts'
import { permissionsIn } from './permissions.ts'

type LeaveOrganizationProps = { organization: Organization; onShowMembers: () => void }

export function LeaveOrganization({ organization, onShowMembers }: LeaveOrganizationProps) {
  const [dialog, setDialog] = useState<ReactNode>(null)
  const { data: user } = useUser()
  const { data: members } = useMembers()
  const isBlocked = user !== undefined && members !== undefined && isOnlyAdmin(members, user.id)

  const close = () => setDialog(null)
  const ask = () =>
    setDialog(
      isBlocked ? (
        <OnlyAdminDialog
          organization={organization}
          hasOthers={members.length > 1}
          onClose={close}
          onShowMembers={onShowMembers}
          onDelete={() => setDialog(<DeleteOrganizationDialog organization={organization} onClose={close} />)}
        />
      ) : (
        <AlertDialog
          title="Leave Organization"
          description={
            <>
              You lose access to <strong>{organization.name}</strong> immediately. API tokens you created stop
              working in {LEFT_TOKEN_DAYS} days unless an admin keeps them. Invitations you sent no longer
              work. An admin can invite you again.
            </>
          }
          confirmLabel="Leave Organization"
          pendingLabel="Leaving..."
          onConfirm={async () => {
            await leave(organization)
            close()
          }}
          onClose={close}
        />
      ),
    )

  return (
    <>
      <Button
        ref={keepFocusNear}
        variant="ghost"
        size="sm"
        className="-ml-2.5 text-invalid! hover:bg-invalid-soft!"
        onClick={ask}
      >
        Leave Organization
      </Button>
      {dialog}
    </>
  )
}

type OnlyAdminDialogProps = {
  organization: Organization
  hasOthers: boolean
  onClose: () => void
  onShowMembers: () => void
  onDelete: () => void
}

function OnlyAdminDialog({
  organization,
  hasOthers,
  onClose,
  onShowMembers,
  onDelete,
}: OnlyAdminDialogProps) {
  const canChange = permissionsIn(organization).manageMembers
  const goToMembers = () => {
    onClose()
    // After the focus has returned to the opener.
    setTimeout(onShowMembers)
  }
  return (
    <Dialog
      onClose={onClose}
      title="You're the only admin"
      description={
        canChange
          ? hasOthers
            ? 'An organization needs an admin. Before you leave, give a team member the role Admin. Or delete the organization if nobody needs it anymore.'
            : "You're the only member. Delete the organization if nobody needs it anymore, or invite another admin before you leave."
          : "An organization needs an admin, and this one can't be changed now. Contact support to leave it."
      }
      footer={
        canChange ? (
          <>
            <Button variant="secondary" className="text-invalid" onClick={onDelete}>
              Delete Organization
            </Button>
            <Button onClick={goToMembers}>{hasOthers ? 'Choose an Admin' : 'Go to Team Members'}</Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <LinkButton to={paths.support}>Contact Support</LinkButton>
          </>
        )
      }
    />
  )
}

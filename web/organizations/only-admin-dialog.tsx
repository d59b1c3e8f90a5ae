import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Organization } from '#worker/organizations/contract.ts'
import { TEAM_MEMBERS_ID } from './members-card.tsx'
import { permissionsIn } from './permissions.ts'

type OnlyAdminDialogProps = {
  organization: Organization
  hasOthers: boolean
  onClose: () => void
  onDelete: () => void
}

/** Leaving would leave the organization without an admin. Shows what to do instead. */
export function OnlyAdminDialog({ organization, hasOthers, onClose, onDelete }: OnlyAdminDialogProps) {
  const canChange = permissionsIn(organization).manageMembers
  const goToMembers = () => {
    onClose()
    // After the focus has returned to the opener.
    setTimeout(() => {
      const members = document.getElementById(TEAM_MEMBERS_ID)
      members?.scrollIntoView({ block: 'center' })
      members?.focus({ preventScroll: true })
    })
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
            <Button asChild>
              <Link to={paths.support}>Contact Support</Link>
            </Button>
          </>
        )
      }
    />
  )
}

import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { Member, MemberRole } from '#worker/organizations/contract.ts'
import { changeRole } from './member-actions.ts'
import { roleOptions } from './permissions.ts'

/** Not `system_admin`, the platform's own role. */
const options = roleOptions(['admin', 'manager', 'member'])

type ChangeRoleDialogProps = { organizationId: string | undefined; member: Member; onClose: () => void }

export function ChangeRoleDialog({ organizationId, member, onClose }: ChangeRoleDialogProps) {
  const [role, setRole] = useState<MemberRole>(member.role)
  const submit = () => {
    onClose()
    if (role !== member.role) void changeRole(organizationId, member, role)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Change Role"
      description={
        <>
          What <strong className="break-words font-medium text-ink">{member.email}</strong> may do in this
          organization. It takes effect at once.
        </>
      }
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Change Role</Button>
        </>
      }
    >
      <RadioGroup label="Role" value={role} onValueChange={setRole} options={options} />
    </Dialog>
  )
}

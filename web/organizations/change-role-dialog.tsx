import { useState } from 'react'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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
    <FormDialog
      title="Change Role"
      description={
        <>
          Choose what <strong className="break-words font-medium text-ink">{member.email}</strong> can do in
          this organization. The change takes effect immediately.
        </>
      }
      submitLabel="Change Role"
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup label="Role" value={role} onValueChange={setRole} options={options} />
    </FormDialog>
  )
}

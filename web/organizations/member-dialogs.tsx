import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useProjects, useTokens } from '#web/lib/swr.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { type Member, type MemberRole, rolePermissions } from '#worker/organizations/contract.ts'
import { changeRole, createdBy, removeMember } from './member-actions.ts'
import { roleOptions } from './permissions.ts'

/** Not `system_admin`, the platform's own role. */
const options = roleOptions(['admin', 'manager', 'member'])

type MemberDialogProps = { organizationId: string; member: Member; onClose: () => void }

export function ChangeRoleDialog({ organizationId, member, onClose }: MemberDialogProps) {
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
          Choose what <strong>{member.email}</strong> can do in this organization. The change takes effect
          immediately.
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

export function RemoveMemberDialog({ organizationId, member, onClose }: MemberDialogProps) {
  const [revokeTokens, setRevokeTokens] = useState(true)
  const { tokens, ...read } = useTokens()
  const { data: projects } = useProjects()
  const names = createdBy(member.email, tokens, projects ?? [])
  const isKnown = !read.isLoading && !read.error && projects !== undefined
  const mayRevoke = !isKnown || names.length > 0
  return (
    <AlertDialog
      onClose={onClose}
      title="Remove from organization"
      description={
        <>
          <strong>{member.email}</strong> loses access immediately. Invitations they sent no longer work.
          {rolePermissions[member.role].manageWebhooks
            ? ' Webhook endpoints they added keep receiving events, so check the URLs.'
            : null}
        </>
      }
      confirmLabel={revokeTokens && mayRevoke ? 'Remove and Revoke' : 'Remove Member'}
      onConfirm={() => {
        onClose()
        void removeMember(organizationId, member, { revokeTokens })
      }}
    >
      {mayRevoke ? (
        <div className="rounded-md border p-3">
          <Checkbox
            checked={revokeTokens}
            onCheckedChange={setRevokeTokens}
            label={`Also revoke the ${isKnown ? formatCount(names.length, 'API token') : 'API tokens'} they created`}
            hint="They may know these tokens. Your systems may still use them."
          />
          <ul className="mt-2 max-h-40 list-disc space-y-0.5 overflow-y-auto pl-11 text-sm">
            {names.map(({ key, name }) => (
              <li key={key} className="break-words">
                {name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </AlertDialog>
  )
}

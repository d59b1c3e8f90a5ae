import { UserMinus, UserPen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EmailText } from '#web/lib/email-text.tsx'
import { formatCount, initials } from '#web/lib/format.ts'
import { useProjects, useTokens, useUser } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { ActionsMenu } from '#web/ui/actions-menu.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { MenuItem } from '#web/ui/dropdown-menu.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { type Head, Table, TableCell } from '#web/ui/table.tsx'
import {
  type Member,
  type MemberRole,
  type Organization,
  roleNames,
  rolePermissions,
} from '#worker/organizations/contract.ts'
import { changeRole, createdBy, removeMember } from './member-actions.ts'
import { permissionsIn, roleOptions } from './permissions.ts'

const actions: Head = [
  <span key="actions" className="sr-only">
    Actions
  </span>,
  'w-px',
]

type MembersTableProps = {
  organization: Organization
  members: readonly Member[]
}

export function MembersTable({ organization, members }: MembersTableProps) {
  const { data: user } = useUser()
  const canChange = permissionsIn(organization).manageMembers
  return (
    <Table
      caption="Members and their roles"
      className="max-lg:stacked-rows"
      heads={['Email', 'Role', 'Joined', ...(canChange ? [actions] : [])]}
    >
      {members.map((member) => (
        <tr key={member.id} className="max-lg:grid-cols-[auto_minmax(0,1fr)_auto]! lg:h-14">
          <TableCell className="max-lg:col-span-2">
            <div className="flex items-center gap-3">
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-full bg-idle-soft font-medium text-muted text-xs max-lg:hidden"
              >
                {initials(member.email)}
              </span>
              <p className="min-w-0">
                <span className="font-medium">
                  <EmailText>{member.email}</EmailText>
                </span>{' '}
                {member.id === user?.id ? <Badge tone="accent">You</Badge> : null}{' '}
                {organization.twoFactorRequiredAt && member.hasTwoFactor === false ? (
                  <Badge tone="unsure">No two-factor</Badge>
                ) : null}
              </p>
            </div>
          </TableCell>
          <TableCell className="whitespace-nowrap max-lg:text-muted max-lg:text-sm">
            {roleNames[member.role]}
          </TableCell>
          <TableCell className="whitespace-nowrap text-muted max-lg:text-sm">
            <span className="lg:hidden">Joined </span>
            <Time value={member.joinedAt} />
          </TableCell>
          {canChange ? (
            <TableCell className="text-right max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1 lg:py-1">
              {member.id === user?.id ? null : <Actions organizationId={organization.id} member={member} />}
            </TableCell>
          ) : null}
        </tr>
      ))}
    </Table>
  )
}

function Actions({ organizationId, member }: { organizationId: string; member: Member }) {
  const [dialog, setDialog] = useState<ReactNode>(null)
  const props = { organizationId, member, onClose: () => setDialog(null) }
  return (
    <>
      <ActionsMenu of={member.email}>
        <MenuItem icon={<UserPen />} onSelect={() => setDialog(<ChangeRoleDialog {...props} />)}>
          Change role
        </MenuItem>
        <MenuItem
          tone="danger"
          icon={<UserMinus />}
          onSelect={() => setDialog(<RemoveMemberDialog {...props} />)}
        >
          Remove from organization
        </MenuItem>
      </ActionsMenu>
      {dialog}
    </>
  )
}

/** Not `system_admin`, the platform's own role. */
const options = roleOptions(['admin', 'manager', 'member'])

type MemberDialogProps = { organizationId: string; member: Member; onClose: () => void }

function ChangeRoleDialog({ organizationId, member, onClose }: MemberDialogProps) {
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

function RemoveMemberDialog({ organizationId, member, onClose }: MemberDialogProps) {
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

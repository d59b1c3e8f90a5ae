import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { useMembers, useProjects, useTokens, useUser } from '#web/lib/swr.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import {
  type Member,
  type MemberRole,
  type Organization,
  rolePermissions,
} from '#worker/organizations/contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { changeRole, createdBy, removeMember } from './member-actions.ts'
import { MembersLoading, MembersTable } from './members-table.tsx'
import { permissionsIn, roleOptions } from './permissions.ts'

type Step =
  | { name: 'closed' }
  | { name: 'invite' }
  | { name: 'role'; member: Member }
  | { name: 'remove'; member: Member }

const closed: Step = { name: 'closed' }

export function MembersCard({ organization }: { organization: Organization }) {
  const { data: user } = useUser()
  const { data: members, ...read } = useMembers()
  const membersRef = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<Step>(closed)
  const { invitableRoles, manageMembers } = permissionsIn(organization)
  const canInvite = invitableRoles.length > 0

  const close = () => setStep(closed)
  useOpenRequest('invite', canInvite, () => setStep({ name: 'invite' }))

  const content = () => {
    if (read.error) return <LoadError title="Failed to fetch members" {...read} />
    if (!members) return <MembersLoading />
    return (
      <>
        <MembersTable
          members={members}
          ownId={user?.id}
          canChange={manageMembers}
          needsTwoFactor={organization.twoFactorRequiredAt !== null}
          onChangeRole={(member) => setStep({ name: 'role', member })}
          onRemove={(member) => setStep({ name: 'remove', member })}
        />
        {members.length === 1 && canInvite ? (
          <p className="border-t px-5 pt-4 pb-2 text-muted">
            Only you so far. People you invite share this organization's API tokens, quota and activity.
          </p>
        ) : null}
      </>
    )
  }
  const dialog = () => {
    switch (step.name) {
      case 'closed':
        return null
      case 'invite':
        return <InviteDialog organizationId={organization.id} roles={invitableRoles} onClose={close} />
      case 'role':
        return <ChangeRoleDialog organizationId={organization.id} member={step.member} onClose={close} />
      case 'remove':
        return (
          <RemoveMemberDialog
            member={step.member}
            onClose={close}
            onConfirm={(options) => {
              close()
              void removeMember(organization.id, step.member, options)
            }}
          />
        )
    }
  }

  return (
    <Card
      title="Team Members"
      description={members ? formatCount(members.length, 'person', 'people') : '\u00a0'}
      action={
        canInvite ? (
          <Button icon={<UserPlus aria-hidden />} onClick={() => setStep({ name: 'invite' })}>
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
      {dialog()}
    </Card>
  )
}

/** Not `system_admin`, the platform's own role. */
const options = roleOptions(['admin', 'manager', 'member'])

type ChangeRoleDialogProps = { organizationId: string; member: Member; onClose: () => void }

function ChangeRoleDialog({ organizationId, member, onClose }: ChangeRoleDialogProps) {
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

type RemoveMemberDialogProps = {
  member: Member
  onClose: () => void
  onConfirm: (options: { revokeTokens: boolean }) => void
}

function RemoveMemberDialog({ member, onClose, onConfirm }: RemoveMemberDialogProps) {
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
          <strong className="break-words font-medium text-ink">{member.email}</strong> loses access
          immediately. Invitations they sent no longer work.
          {rolePermissions[member.role].manageWebhooks
            ? ' Webhook endpoints they added keep receiving events, so check the URLs.'
            : null}
        </>
      }
      confirmLabel={revokeTokens && mayRevoke ? 'Remove and Revoke' : 'Remove Member'}
      onConfirm={() => onConfirm({ revokeTokens })}
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

import { api } from '#web/lib/api.ts'
import { keys } from '#web/lib/keys.ts'
import { refreshMembers } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'
import type { Member, MemberRole } from '#worker/organizations/contract.ts'
import { roleNames } from '#worker/organizations/contract.ts'
import { optimistically, selectedOrSay, tellFailure } from './change.ts'
import { without, withRole } from './people.ts'

type Members = readonly Member[]

export async function changeRole(
  organizationId: string | undefined,
  { id, email }: Member,
  role: MemberRole,
): Promise<void> {
  const failure = 'Role update failed'
  const selected = selectedOrSay(failure, organizationId)
  if (!selected) return
  try {
    const call = api.changeRole(selected, { userId: id, role })
    await optimistically<Members>(keys.members(selected), call, (members) => withRole(members, id, role))
    toast.success('Role updated', { description: `${email} is ${roleNames[role].toLowerCase()} now.` })
  } catch (error) {
    await tellFailure(failure, error, selected)
  }
  await refreshMembers(selected)
}

export async function removeMember(organizationId: string | undefined, { id, email }: Member): Promise<void> {
  const failure = 'Remove member failed'
  const selected = selectedOrSay(failure, organizationId)
  if (!selected) return
  try {
    const call = api.removeMember(selected, id)
    await optimistically<Members>(keys.members(selected), call, (members) => without(members, id))
    toast.success('Member removed', { description: `${email} no longer has access.` })
  } catch (error) {
    await tellFailure(failure, error, selected)
  }
  await refreshMembers(selected)
}

import { api, organizationHeader } from '#web/lib/api-client.ts'
import { queries } from '#web/lib/queries.ts'
import { leaveOrganization } from '#web/lib/session.ts'
import { refreshMembers, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'
import { type Member, type MemberRole, type Organization, roleNames } from '#worker/organizations/contract.ts'
import { reportFailure, requireSelected } from './report-failure.ts'

export const withRole = (members: readonly Member[], userId: number, role: MemberRole): Member[] =>
  members.map((member) => (member.id === userId ? { ...member, role } : member))

export const withoutMember = (members: readonly Member[], userId: number): Member[] =>
  members.filter(({ id }) => id !== userId)

export function isOnlyAdmin(members: readonly Member[], userId: number): boolean {
  const admins = members.filter(({ role }) => role === 'admin')
  return admins.length === 1 && admins[0]?.id === userId
}

export async function changeRole(
  organizationId: string | undefined,
  { id, email }: Member,
  role: MemberRole,
): Promise<void> {
  const failure = 'Role update failed'
  const selected = requireSelected(failure, organizationId)
  if (!selected) return
  try {
    const call = api.organization['user-role'].$patch({
      header: organizationHeader(selected),
      json: { userId: id, role },
    })
    await updateOptimistically(queries.members(selected), call, (members) => withRole(members, id, role))
    toast.success('Role updated', { description: `${email} is ${roleNames[role].toLowerCase()} now.` })
  } catch (error) {
    await reportFailure(failure, error, selected)
  }
  await refreshMembers(selected)
}

export async function removeMember(organizationId: string | undefined, { id, email }: Member): Promise<void> {
  const failure = 'Remove member failed'
  const selected = requireSelected(failure, organizationId)
  if (!selected) return
  try {
    const call = api.organization['remove-member'].$delete({
      header: organizationHeader(selected),
      json: { userId: id },
    })
    await updateOptimistically(queries.members(selected), call, (members) => withoutMember(members, id))
    toast.success('Member removed', { description: `${email} no longer has access.` })
  } catch (error) {
    await reportFailure(failure, error, selected)
  }
  await refreshMembers(selected)
}

export async function leave({ id, name }: Pick<Organization, 'id' | 'name'>): Promise<void> {
  try {
    await leaveOrganization(id)
    toast.success(`You left ${name}`)
  } catch (error) {
    await reportFailure('Leave organization failed', error, id)
    await refreshMembers(id)
  }
}

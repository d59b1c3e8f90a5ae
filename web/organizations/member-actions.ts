import { api, organizationHeader } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { isOneOf, queries } from '#web/lib/queries.ts'
import { roleWithArticle } from '#web/lib/role-with-article.ts'
import { leaveOrganization } from '#web/lib/session.ts'
import { refetch, refetchOrDrop, refreshMembers, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Member, MemberRole, Organization } from '#worker/organizations/contract.ts'
import type { Project } from '#worker/projects/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { attemptIn } from './report-failure.ts'

export function isOnlyAdmin(members: readonly Member[], userId: number): boolean {
  const admins = members.filter(({ role }) => role === 'admin')
  return admins.length === 1 && admins[0]?.id === userId
}

export const changeRole = (organizationId: string, { id, email }: Member, role: MemberRole) =>
  attemptIn(organizationId, 'Role update failed', async () => {
    const call = confirmed(() =>
      api.organization['user-role'].$patch({
        header: organizationHeader(organizationId),
        json: { userId: id, role },
      }),
    )
    await updateOptimistically(queries.members(organizationId), call, (members) =>
      members.map((member) => (member.id === id ? { ...member, role } : member)),
    )
    if (await call)
      toast.success('Role updated', { description: `${email} is now ${roleWithArticle(role)}.` })
  })

export function createdBy(
  email: string,
  tokens: readonly Token[],
  projects: readonly Project[],
): { key: string; name: string }[] {
  const ofTokens = tokens.filter((token) => token.createdBy === email)
  const ofProjects = projects.filter(({ key }) => key.createdBy === email && key.revokedAt === null)
  return [
    ...ofTokens.map(({ id, name }) => ({ key: `token-${id}`, name })),
    ...ofProjects.map(({ id, name }) => ({ key: `project-${id}`, name: `Project key of ${name}` })),
  ]
}

export async function removeMember(
  organizationId: string,
  { id, email }: Member,
  { revokeTokens }: { revokeTokens: boolean },
): Promise<void> {
  await attemptIn(organizationId, 'Remove member failed', async () => {
    const call = api.organization['remove-member'].$delete({
      header: organizationHeader(organizationId),
      json: { userId: id, revokeTokens },
    })
    await updateOptimistically(queries.members(organizationId), call, (members) =>
      members.filter((member) => member.id !== id),
    )
    toast.success('Member removed', { description: `${email} no longer has access.` })
  })
  await Promise.all([
    refetch(queries.invitations(organizationId)),
    refetchOrDrop(isOneOf(queries.tokens(organizationId), queries.projects(organizationId))),
  ])
}

export async function leave({ id, name }: Pick<Organization, 'id' | 'name'>): Promise<void> {
  const hasLeft = await attemptIn(id, 'Leave organization failed', async () => {
    await leaveOrganization(id)
    toast.success(`You left ${name}`)
    return true
  })
  if (!hasLeft) await refreshMembers(id)
}

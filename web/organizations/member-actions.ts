import { api, organizationHeader } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { isOneOf, queries } from '#web/lib/queries.ts'
import { roleWithArticle } from '#web/lib/role-with-article.ts'
import { leaveOrganization } from '#web/lib/session.ts'
import { refetchOrDrop, refreshMembers, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Member, MemberRole, Organization } from '#worker/organizations/contract.ts'
import type { Project } from '#worker/projects/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { attemptIn, requireSelected } from './report-failure.ts'

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
  await attemptIn(selected, failure, async () => {
    const call = confirmed(() =>
      api.organization['user-role'].$patch({
        header: organizationHeader(selected),
        json: { userId: id, role },
      }),
    )
    await updateOptimistically(queries.members(selected), call, (members) =>
      members.map((member) => (member.id === id ? { ...member, role } : member)),
    )
    if (await call)
      toast.success('Role updated', { description: `${email} is now ${roleWithArticle(role)}.` })
  })
  await refreshMembers(selected)
}

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
  organizationId: string | undefined,
  { id, email }: Member,
  { revokeTokens }: { revokeTokens: boolean },
): Promise<void> {
  const failure = 'Remove member failed'
  const selected = requireSelected(failure, organizationId)
  if (!selected) return
  await attemptIn(selected, failure, async () => {
    const call = api.organization['remove-member'].$delete({
      header: organizationHeader(selected),
      json: { userId: id, revokeTokens },
    })
    await updateOptimistically(queries.members(selected), call, (members) =>
      members.filter((member) => member.id !== id),
    )
    toast.success('Member removed', { description: `${email} no longer has access.` })
  })
  await Promise.all([
    refreshMembers(selected),
    refetchOrDrop(isOneOf(queries.tokens(selected), queries.projects(selected))),
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

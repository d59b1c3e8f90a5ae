import { useOrganizationId, useOrganizations, useUser } from '#web/lib/swr.ts'
import { rolePermissions } from '#worker/organizations/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'

/** Admins and managers manage all tokens, members their own. */
export function useCanManageToken(): (token: Pick<Token, 'createdBy'>) => boolean {
  const { data: user } = useUser()
  const { data: organizations } = useOrganizations()
  const organizationId = useOrganizationId()
  const role = organizations?.find(({ id }) => id === organizationId)?.role
  if (!user || !role) return () => false
  return ({ createdBy }) => rolePermissions[role].manageTokens || createdBy === user.email
}

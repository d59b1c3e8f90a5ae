import { useSelected, useUser } from '#web/lib/swr.ts'
import { rolePermissions } from '#worker/organizations/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'

export function useCanManageToken(): (token: Pick<Token, 'createdBy'>) => boolean {
  const { data: user } = useUser()
  const role = useSelected()?.role
  if (!user || !role) return () => false
  return ({ createdBy }) => rolePermissions[role].manageTokens || createdBy === user.email
}

import { api, pathParam } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { isOneOf, queries, query } from '#web/lib/queries.ts'
import { storedSelection } from '#web/lib/selection.ts'
import { refetch, refetchOrDrop, updateData, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { SessionInfo } from '#worker/accounts/contract.ts'
import type { Preferences, ProfileChanges } from '#worker/profile/contract.ts'

export async function changeProfile(changes: ProfileChanges): Promise<void> {
  const response = await api.user.$patch({ json: changes })
  const profile = await response.json()
  await updateData(queries.user, (user) => user && { ...user, ...profile })
}

export const preferencesQuery = query(api.user.preferences, {})

export const changePreferences = (preferences: Preferences) =>
  attempt('Failed to save preferences', () =>
    updateOptimistically(preferencesQuery, api.user.preferences.$patch({ json: preferences }), (current) => ({
      ...current,
      ...preferences,
    })),
  )

export async function endSession({ id, device }: SessionInfo): Promise<void> {
  const isEnded = await attempt(`Failed to sign out ${device}`, async () => {
    try {
      return await confirmed(() => api.user.sessions[':id'].$delete({ param: { id: pathParam(id) } }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SESSION_NOT_FOUND') return true
      throw error
    }
  })
  if (!isEnded) return
  await updateData(queries.sessions, (sessions) => sessions?.filter((session) => session.id !== id))
  await refetch(queries.sessions, queries.ownAudit)
}

export async function showOnlyThisSession(): Promise<void> {
  await updateData(queries.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  await refetch(queries.sessions, queries.ownAudit)
}

/** Also what an organization that requires it answered, which the page may have preloaded. */
export function refreshTwoFactor(): Promise<void> {
  const organizationId = storedSelection()
  if (organizationId) void refetch(queries.organization(organizationId), queries.tokens(organizationId))
  return refetchOrDrop(
    (key) =>
      isOneOf(queries.security, queries.ownAudit, queries.organizations)(key) ||
      String(key).includes('organizationId='),
  )
}

export const setUpTwoFactor = () =>
  attempt(
    'Failed to set up two-factor sign-in',
    async () => {
      const response = await confirmed(() => api.user['two-factor'].setup.$post())
      return await response?.json()
    },
    refreshTwoFactor,
  )

export const turnOffTwoFactor = () =>
  attempt('Failed to turn off two-factor sign-in', async () => {
    if (!(await confirmed(() => api.user['two-factor'].$delete()))) return
    // The card's buttons go first, so that the focus doesn't return to one of them.
    await refreshTwoFactor()
    toast.success('Two-factor sign-in is off')
  })

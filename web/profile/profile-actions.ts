import { api, pathParam } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { queries, query } from '#web/lib/queries.ts'
import { refetch, updateData, updateOptimistically } from '#web/lib/swr.ts'
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
  try {
    const response = await confirmed(() => api.user.sessions[':id'].$delete({ param: { id: pathParam(id) } }))
    if (!response) return
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'SESSION_NOT_FOUND')) {
      return toast.error(`Failed to sign out ${device}`, { description: errorText(error) })
    }
  }
  await updateData(queries.sessions, (sessions) => sessions?.filter((session) => session.id !== id))
  await refetch(queries.sessions, queries.ownAudit)
}

export async function showOnlyThisSession(): Promise<void> {
  await updateData(queries.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  await refetch(queries.sessions, queries.ownAudit)
}

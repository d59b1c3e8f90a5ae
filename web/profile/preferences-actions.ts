import { api } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Preferences } from '#worker/profile/contract.ts'

export async function changePreferences(preferences: Preferences): Promise<void> {
  const call = api.user.preferences.$patch({ json: preferences })
  try {
    await updateOptimistically(queries.preferences, call, (current) => ({ ...current, ...preferences }))
    await refetch(queries.preferences)
  } catch (error) {
    toast.error('Failed to save preferences', { description: errorText(error) })
  }
}

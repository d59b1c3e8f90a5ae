import { api } from '#web/lib/api-client.ts'
import { queries } from '#web/lib/queries.ts'
import { updateData } from '#web/lib/swr.ts'
import type { ProfileChanges } from '#worker/profile/contract.ts'

/** Throws what the server refuses. */
export async function changeProfile(changes: ProfileChanges): Promise<void> {
  const response = await api.user.$patch({ json: changes })
  const profile = await response.json()
  await updateData(queries.user, (user) => user && { ...user, ...profile })
}

import { api, pathParam } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, updateData } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { SessionInfo } from '#worker/accounts/contract.ts'

/** Returns whether the session has ended, also if it had before. */
export async function endSession({ id, device }: SessionInfo): Promise<boolean> {
  try {
    await api.user.sessions[':id'].$delete({ param: { id: pathParam(id) } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'SESSION_NOT_FOUND')) {
      toast.error(`Failed to sign out ${device}`, { description: errorText(error) })
      return false
    }
  }
  await updateData(queries.sessions, (sessions) => sessions?.filter((session) => session.id !== id))
  await refetch(queries.sessions)
  return true
}

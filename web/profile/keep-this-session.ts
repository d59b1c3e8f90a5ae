import { queries } from '#web/lib/queries.ts'
import { refetch, updateData } from '#web/lib/swr.ts'

/** The server ended every other session: the list shows it at once and is read anew behind that. */
export async function keepThisSession(): Promise<void> {
  await updateData(queries.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  await refetch(queries.sessions)
}

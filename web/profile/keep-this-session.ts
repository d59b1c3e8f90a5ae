import { mutate } from 'swr'
import { keys } from '#web/lib/keys.ts'
import type { SessionInfo } from '#worker/accounts/contract.ts'

/** The server ended every other session: the list shows it at once and is read anew behind that. */
export function keepThisSession(): void {
  void mutate<SessionInfo[]>(keys.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
}

import { useEffect } from 'react'
import { onSessionEnded } from '#web/lib/api-client.ts'
import { forgetSession } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'

/** A session that ended on the server while somebody worked: say so once and sign out here too. */
export function useSessionEnd(): void {
  useEffect(
    () =>
      onSessionEnded(() => {
        toast.info('Your session has ended', { description: 'Sign in again to continue.' })
        void forgetSession()
      }),
    [],
  )
}

import { useEffect } from 'react'
import { onSessionEnded } from '#web/lib/api-client.ts'
import { forgetSession } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.tsx'

export function useSessionEnd(): void {
  useEffect(
    () =>
      onSessionEnded(() => {
        toast.info('Your session has ended', {
          onNextScreen: true,
          description: 'Sign in again to continue.',
        })
        void forgetSession()
      }),
    [],
  )
}

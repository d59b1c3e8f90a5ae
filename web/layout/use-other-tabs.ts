import { useEffect } from 'react'
import { LAST_CHANGE } from '#web/lib/api-client.ts'
import { isPublic } from '#web/lib/queries.ts'
import { forgetUser, SIGNED_OUT } from '#web/lib/session.ts'
import { refetchOrDrop } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'

/** Not what the browser itself keeps, such as a file. */
const mayHaveChanged = (key: unknown) => String(key).startsWith('/api/') && !isPublic(key)

/**
 * If another tab has changed something, reads again what this tab shows when the user comes back to it. If they signed
 * out or deleted their account there, this tab leaves, too.
 */
export function useOtherTabs(): void {
  useEffect(() => {
    const unmount = new AbortController()
    let isStale = false
    const onStorage = ({ key }: StorageEvent) => {
      isStale ||= key === LAST_CHANGE
      if (key !== SIGNED_OUT) return
      toast.info('Signed out in another tab', { onNextScreen: true })
      void forgetUser()
    }
    const onFocus = () => {
      if (!isStale) return
      isStale = false
      void refetchOrDrop(mayHaveChanged)
    }
    window.addEventListener('storage', onStorage, unmount)
    window.addEventListener('focus', onFocus, unmount)
    return () => unmount.abort()
  }, [])
}

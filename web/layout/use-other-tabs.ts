import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { LAST_CHANGE } from '#web/lib/api-client.ts'
import { isPublic } from '#web/lib/queries.ts'

/** If another tab has changed something, reads again what this tab shows when the user comes back to it. */
export function useOtherTabs(): void {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => {
    const unmount = new AbortController()
    let isStale = false
    const onStorage = ({ key }: StorageEvent) => {
      isStale ||= key === LAST_CHANGE
    }
    const onFocus = () => {
      if (!isStale) return
      isStale = false
      void mutate((key) => !isPublic(key))
      // Nothing mounted reads the others. They are dropped, so that the next screen reads them again.
      void mutate((key) => !isPublic(key) && !cache.get(String(key))?.isValidating, undefined)
    }
    window.addEventListener('storage', onStorage, unmount)
    window.addEventListener('focus', onFocus, unmount)
    return () => unmount.abort()
  }, [cache, mutate])
}

import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { LAST_CHANGE } from '#web/lib/api-client.ts'
import { isPublic } from '#web/lib/queries.ts'

/** Not what the browser itself keeps, such as a file. */
const mayHaveChanged = (key: unknown) => String(key).startsWith('/api/') && !isPublic(key)

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
      void mutate(mayHaveChanged)
      // Nothing mounted reads the others. They are dropped, so that the next screen reads them again.
      void mutate((key) => mayHaveChanged(key) && !cache.get(String(key))?.isValidating, undefined)
    }
    window.addEventListener('storage', onStorage, unmount)
    window.addEventListener('focus', onFocus, unmount)
    return () => unmount.abort()
  }, [cache, mutate])
}

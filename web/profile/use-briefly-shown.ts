import { useEffect, useState } from 'react'

/** Something that disappears by itself after so many milliseconds; showing it again starts them anew. */
export function useBrieflyShown(milliseconds: number) {
  const [shownSince, setShownSince] = useState<symbol>()
  useEffect(() => {
    if (!shownSince) return
    const timer = setTimeout(() => setShownSince(undefined), milliseconds)
    return () => clearTimeout(timer)
  }, [shownSince, milliseconds])
  return {
    isShown: shownSince !== undefined,
    show: () => setShownSince(Symbol('shown')),
    hide: () => setShownSince(undefined),
  }
}

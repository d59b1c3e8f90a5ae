import { useEffect, useRef } from 'react'

/** Tells after slow work whether the screen still shows. If not, the user is elsewhere, and must stay there. */
export function useIsShown(): () => boolean {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return () => shown.current
}

import { useEffect, useRef } from 'react'

/** As after navigation: the list and a request have the same path. */
export function useFocusOnRequest(reference: string | null): void {
  const last = useRef(reference)
  useEffect(() => {
    if (last.current === reference) return
    last.current = reference
    window.scrollTo(0, 0)
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [reference])
}

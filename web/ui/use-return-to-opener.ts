import { useRef } from 'react'

/** Gives the focus back to the element that had it before a dialog, unless it has been moved or the element is gone. */
export function useReturnToOpener() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

import { useRef } from 'react'

type FocusReturn = {
  capture: (opener?: Element | null) => void
  restore: (instead?: HTMLElement | null) => void
}

/** For dialogs without a trigger: a menu item is gone when the dialog closes. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element>(null)
  return {
    capture: (element = document.activeElement) => {
      opener.current = element
    },
    restore: (instead) => {
      setTimeout(() => {
        const known = opener.current
        if (known instanceof HTMLElement && known.isConnected) known.focus()
        else (instead ?? document.querySelector('main'))?.focus()
      })
    },
  }
}

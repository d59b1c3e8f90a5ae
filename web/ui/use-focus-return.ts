import { useRef } from 'react'

type FocusReturn = {
  /** What gets the focus back; what has it now when nothing is named. */
  remember: (opener?: Element | null) => void
  /** `instead` takes the focus when the opener is gone, else the page's main part. */
  giveBack: (instead?: HTMLElement | null) => void
}

/** For a dialog that no trigger of its own opens: an item of a menu is gone when the dialog closes. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element>(null)
  return {
    remember: (element = document.activeElement) => {
      opener.current = element
    },
    giveBack: (instead) => {
      setTimeout(() => {
        const known = opener.current
        if (known instanceof HTMLElement && known.isConnected) known.focus()
        else (instead ?? document.querySelector('main'))?.focus()
      })
    },
  }
}

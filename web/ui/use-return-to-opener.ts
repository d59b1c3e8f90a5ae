import { useRef } from 'react'

/** The element that had the focus before the first of several dialogs, one after the other. */
let firstOpener: Element | null = null

/** Gives the focus back to the element that had it before a dialog, or to the screen if that is gone. */
export function useReturnToOpener() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const focused = isFocusLost() ? firstOpener : document.activeElement
      if (!focused?.closest('[role$="dialog"]')) firstOpener = focused
      opener.current = focused
    },
    onCloseAutoFocus: () => {
      if (!isFocusLost()) return
      const known = opener.current
      if (known instanceof HTMLElement && known.isConnected) known.focus()
      else document.querySelector('main')?.focus()
    },
  }
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

import type { RefCallback } from 'react'

/** The element that had the focus last outside menus, lists and dialogs, and the list or screen that it is in. */
let opener: Element | null = null
let place: Element | null = null

const overlays = '[role="listbox"], [role$="dialog"]'

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return
  // A click on a menu's button opens the menu without focusing the button.
  const buttonId = target.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const focused = buttonId ? document.getElementById(buttonId) : target
  if (!focused || focused.closest(overlays)) return
  opener = focused
  place = focused.closest('[tabindex="-1"]')
}

export function watchFocus(): () => void {
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/** For a dialog or button that is gone. If the dialog's opener is gone too, the list or screen around it gets the focus. */
export function returnFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const known = [opener, place].find((element) => element?.isConnected) ?? document.querySelector('main')
  if (known instanceof HTMLElement) known.focus()
}

/** A ref for what may go while the focus is in it. */
export const keepFocusNear: RefCallback<Element> = (element) => () => {
  if (element?.contains(document.activeElement)) setTimeout(returnFocus)
}

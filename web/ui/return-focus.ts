import type { RefCallback } from 'react'

/** What had the focus, the last at the end, each after the list or screen that it is in. Without menus and lists. */
let seen: readonly (Element | null)[] = []

const DIALOG = '[role$="dialog"]'

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return
  // A click on a menu's button opens the menu without focusing the button.
  const buttonId = target.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const focused = buttonId ? document.getElementById(buttonId) : target
  if (!focused || focused.closest('[role="listbox"]') || focused.matches(DIALOG)) return
  const place = focused.closest('[tabindex="-1"]')
  seen = [...seen.filter((each) => each?.isConnected && each !== place && each !== focused), place, focused]
}

export function watchFocus(): () => void {
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/** For a dialog or button that is gone. If the dialog's opener is gone too, the list or screen around it gets the focus. */
export function returnFocus(): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body && !activeElement.matches(DIALOG)) return
  const known = seen.findLast((each) => each?.isConnected) ?? document.querySelector('main')
  if (known instanceof HTMLElement) known.focus({ preventScroll: true })
}

/** A ref for what may go while the focus is in it. */
export const keepFocusNear: RefCallback<Element> = (element) => () => {
  if (element?.contains(document.activeElement)) setTimeout(returnFocus)
}

import type { RefCallback } from 'react'

type Opener = { element: Element; place: Element | null; dialog: Element | null }

/**
 * What had the focus last on the screen and in each open dialog, without menus and lists, and the list or screen that it
 * is in.
 */
let openers: readonly Opener[] = []

const dialogs = '[role$="dialog"]'

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return
  // A click on a menu's button opens the menu without focusing the button.
  const buttonId = target.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const element = buttonId ? document.getElementById(buttonId) : target
  if (!element || element.closest('[role="listbox"]') || element.matches(dialogs)) return
  const dialog = element.closest(dialogs)
  const others = openers.filter((opener) => opener.dialog !== dialog && opener.dialog?.isConnected !== false)
  openers = [...others, { element, place: element.closest('[tabindex="-1"]'), dialog }]
}

export function watchFocus(): () => void {
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/** For a dialog or button that is gone. If the dialog's opener is gone too, the list or screen around it gets the focus. */
export function returnFocus(): void {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body && !activeElement.matches(dialogs)) return
  const places = openers.toReversed().flatMap(({ element, place }) => [element, place])
  const known = places.find((element) => element?.isConnected) ?? document.querySelector('main')
  if (known instanceof HTMLElement) known.focus()
}

/** A ref for what may go while the focus is in it. */
export const keepFocusNear: RefCallback<Element> = (element) => () => {
  if (element?.contains(document.activeElement)) setTimeout(returnFocus)
}

/** Gone once they are closed. */
const overlays = '[role="menu"], [role="listbox"], [role$="dialog"]'

/** The element that had the focus last, outside overlays, and the list or screen that it is in. */
let opener: Element | null = null
let place: Element | null = null

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element) || target.closest(overlays)) return
  opener = target
  place = target.closest('[tabindex="-1"]')
}

export function watchFocus(): () => void {
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/** For a dialog that has closed. If its opener is gone too, the list or screen around it gets the focus. */
export function returnFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const known = [opener, place].find((element) => element?.isConnected) ?? document.querySelector('main')
  if (known instanceof HTMLElement) known.focus()
}

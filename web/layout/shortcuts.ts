import { localStore } from '#web/lib/storage.ts'

export type Shortcut = 'palette' | 'validate' | 'help'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'> & {
  isTaken: boolean
}

export const isPaletteKey = ({ key, ctrlKey, metaKey }: Pick<KeyPress, 'key' | 'ctrlKey' | 'metaKey'>) =>
  ctrlKey !== metaKey && key.toLowerCase() === 'k'

/** Single keys can be turned off, for people whose speech input types them. */
export function shortcutOf(press: KeyPress, hasSingleKeys: boolean): Shortcut | undefined {
  if (press.defaultPrevented || press.isTaken || press.altKey) return undefined
  if (isPaletteKey(press)) return 'palette'
  if (press.ctrlKey || press.metaKey) return undefined
  if (!hasSingleKeys) return undefined
  if (press.key === '/') return 'validate'
  return press.key === '?' ? 'help' : undefined
}

const typingPlaces =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'
const openLayers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The palette opens from a text field, too. On Apple devices, Ctrl K deletes the rest of the line there. */
export function isTaken(press: KeyboardEvent): boolean {
  if (document.querySelector(openLayers)) return true
  const isTyped = press.target instanceof Element && press.target.closest(typingPlaces) !== null
  return isTyped && !(isPaletteKey(press) && (press.metaKey || !isApple(navigator.userAgent)))
}

const STORAGE_KEY = 'singleKeyShortcuts'

export const hasSingleKeys = (): boolean => localStore.read(STORAGE_KEY) !== 'off'

export const setSingleKeys = (isOn: boolean): void => localStore.write(STORAGE_KEY, isOn ? 'on' : 'off')

const isApple = (userAgent: string) => /mac|iphone|ipad/i.test(userAgent)

export const paletteKeys = (userAgent: string): readonly [string, string] => [
  isApple(userAgent) ? '⌘' : 'Ctrl',
  'K',
]

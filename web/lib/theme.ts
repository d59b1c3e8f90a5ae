import { useSyncExternalStore } from 'react'
import { localStore } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Of `web/theme.js`, which shows the theme before the first paint and on this event. */
const STORAGE_KEY = 'theme'
const EVENT = 'themeChanged'

function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return themes.find((each) => each === theme) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  localStore.write(STORAGE_KEY, theme)
  dispatchEvent(new Event(EVENT))
}

function subscribe(wake: () => void) {
  addEventListener('storage', wake)
  addEventListener(EVENT, wake)
  return () => {
    removeEventListener('storage', wake)
    removeEventListener(EVENT, wake)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, shownTheme)

export function colorScheme(): 'light' | 'dark' {
  const theme = shownTheme()
  if (theme !== 'system') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

import { useSyncExternalStore } from 'react'

let timeZone: string | undefined
const wakers = new Set<() => void>()

/** The zone that times are shown in. Undefined is the browser's. */
export const shownTimeZone = (): string | undefined => timeZone

/** Keeps the browser's if it doesn't know this one. */
export function showTimeZone(name: string | null | undefined): void {
  const next = name && isKnown(name) ? name : undefined
  if (next === timeZone) return
  timeZone = next
  for (const wake of wakers) wake()
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function subscribe(wake: () => void) {
  wakers.add(wake)
  return () => {
    wakers.delete(wake)
  }
}

export const useTimeZone = (): string | undefined =>
  useSyncExternalStore(subscribe, shownTimeZone, shownTimeZone)

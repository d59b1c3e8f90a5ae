import { localStore, tabStore } from './storage.ts'

const KEPT_MS = 60 * 60 * 1000

/** A visitor's text, kept for an hour until they sign in: in this tab, or in the one that an email's link opens. */
const keptText = (key: string) => ({
  keep: (text: string): void => {
    for (const store of [tabStore, localStore]) store.write(key, `${Date.now()} ${text}`)
  },
  read: (): string | undefined => {
    for (const store of [tabStore, localStore]) {
      const [, at, text] = /^(\d+) (.+)$/.exec(store.read(key) ?? '') ?? []
      if (text !== undefined && Date.now() - Number(at) < KEPT_MS) return text
    }
    return undefined
  },
  forget: (): void => {
    for (const store of [tabStore, localStore]) store.write(key, null)
  },
})

export const triedNumber = keptText('triedNumber')

const kept = keptText('returnPath')

export const keepPath = kept.keep

/** Signing in never leads back to /auth, or out of the app. */
export function keptPath(): string | undefined {
  const path = kept.read()
  return path !== undefined && /^\/(?![/\\]|auth\b)/.test(path) ? path : undefined
}

export const forgetPath = kept.forget

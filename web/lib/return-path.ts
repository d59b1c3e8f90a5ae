import { localStore, tabStore } from './storage.ts'

const STORAGE_KEY = 'returnPath'
const KEPT_MS = 60 * 60 * 1000

/** Where a visitor wanted to go, until they sign in: in this tab, or in the one that an email's link opens. */
export function keepPath(path: string): void {
  for (const store of [tabStore, localStore]) store.write(STORAGE_KEY, `${Date.now()} ${path}`)
}

export function keptPath(): string | undefined {
  for (const store of [tabStore, localStore]) {
    const [at, path = ''] = store.read(STORAGE_KEY)?.split(' ') ?? []
    if (/^\/(?![/\\])/.test(path) && Date.now() - Number(at) < KEPT_MS) return path
  }
  return undefined
}

export function forgetPath(): void {
  for (const store of [tabStore, localStore]) store.write(STORAGE_KEY, null)
}

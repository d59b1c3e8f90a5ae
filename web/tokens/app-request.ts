import { tabStore } from '#web/lib/storage.ts'
import { paths } from '#web/paths.ts'

const STORAGE_KEY = 'appRequest'
const KEPT_MS = 60 * 60 * 1000

/** Remembers an app's request while this tab signs in, for an hour. Google's sign-in leaves the page. */
export const keepAppRequest = (search: string): void => tabStore.write(STORAGE_KEY, `${Date.now()} ${search}`)

/** Where to decide about the app. */
export function keptAppRequest(): string | undefined {
  const [at, search = ''] = tabStore.read(STORAGE_KEY)?.split(' ') ?? []
  return Date.now() - Number(at) < KEPT_MS ? `${paths.connectApp}${search}` : undefined
}

export const forgetAppRequest = (): void => tabStore.write(STORAGE_KEY, null)

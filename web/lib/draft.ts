import { tabStore } from './storage.ts'

const PREFIX = 'draft '

export const FILE_DRAFTS = 'file drafts'

/** Text that the user has typed and not sent. It survives a reload, but not the tab. */
export const readDraft = (key: string): string => tabStore.read(PREFIX + key) ?? ''

export const saveDraft = (key: string, text: string): void => tabStore.write(PREFIX + key, text || null)

/** How often drafts were cleared. A write that waited meanwhile is dropped. */
export let timesCleared = 0

/** For signing out and deleting the account. A session that ends by itself keeps them. */
export function clearDrafts(): void {
  timesCleared++
  tabStore.removeAll(PREFIX)
  globalThis.indexedDB?.deleteDatabase(FILE_DRAFTS)
}

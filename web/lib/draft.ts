import { tabStore } from './storage.ts'

const PREFIX = 'draft '

/** Text that the user has typed and not sent. It survives a reload, but not the tab. */
export const readDraft = (key: string): string => tabStore.read(PREFIX + key) ?? ''

export const saveDraft = (key: string, text: string): void => tabStore.write(PREFIX + key, text || null)

/** For signing out. A session that ends by itself keeps them. */
export const clearDrafts = (): void => tabStore.removeAll(PREFIX)

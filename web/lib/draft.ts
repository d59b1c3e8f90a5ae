const PREFIX = 'draft '

// Used if the browser refuses storage.
const inMemory = new Map<string, string>()

/** Text that the user has typed and not sent. It survives a reload, but not the tab. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? ''
  } catch {
    return inMemory.get(key) ?? ''
  }
}

export function saveDraft(key: string, text: string): void {
  inMemory.set(key, text)
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, text)
  } catch {
    return
  }
}

/** For signing out. A session that ends by itself keeps them. */
export function clearDrafts(): void {
  inMemory.clear()
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index))
    for (const key of keys) if (key?.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    return
  }
}

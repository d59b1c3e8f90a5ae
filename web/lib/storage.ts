/** A storage of the browser. If the browser refuses it, texts last as long as the page. */
function storeIn(open: () => Storage) {
  const inMemory = new Map<string, string>()
  return {
    read: (key: string): string | null => {
      try {
        return open().getItem(key)
      } catch {
        return inMemory.get(key) ?? null
      }
    },
    write: (key: string, text: string | null): void => {
      if (text === null) inMemory.delete(key)
      else inMemory.set(key, text)
      try {
        if (text === null) open().removeItem(key)
        else open().setItem(key, text)
      } catch {
        return
      }
    },
    removeAll: (prefix: string): void => {
      inMemory.clear()
      try {
        for (const key of Object.keys(open())) if (key.startsWith(prefix)) open().removeItem(key)
      } catch {
        return
      }
    },
  }
}

export const localStore = storeIn(() => localStorage)

export const tabStore = storeIn(() => sessionStorage)

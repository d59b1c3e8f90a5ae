export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * For `import()` of what few calls need: Drizzle and the schema take 30 ms. Shares the value between requests, not the promise,
 * which is canceled with the request that made it.
 */
export function onceLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: { value: T } | undefined
  return async () => {
    loaded ??= { value: await load() }
    return loaded.value
  }
}

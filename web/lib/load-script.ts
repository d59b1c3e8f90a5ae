const loading = new Map<string, Promise<void>>()

/** Loads another site's script once. A failed load is forgotten, so that the next call tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url)
  if (known) return known
  const script = document.createElement('script')
  script.src = url
  const load = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve(), { once: true })
    script.addEventListener('error', () => reject(new Error(`Failed to load ${url}`)), { once: true })
  }).catch((error: unknown) => {
    loading.delete(url)
    script.remove()
    throw error
  })
  loading.set(url, load)
  document.head.append(script)
  return load
}

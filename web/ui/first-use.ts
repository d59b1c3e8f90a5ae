const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Loads what nobody needs before they move the pointer, touch the screen or press a key. */
export function onFirstUse(load: () => void): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  for (const sign of signs)
    addEventListener(
      sign,
      () => {
        listeners.abort()
        load()
      },
      { signal, capture: true, passive: true },
    )
  return () => listeners.abort()
}

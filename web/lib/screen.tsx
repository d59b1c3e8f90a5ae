import { type ComponentType, use } from 'react'

/** A screen in a chunk of its own. */
export type ScreenChunk = {
  /** The component, once its chunk is there. */
  readonly loaded: ComponentType | undefined
  /** Fetches the chunk, once. */
  start: () => Promise<ComponentType>
  /** Fetches the chunk ahead; a failure shows itself where the screen is drawn. */
  warm: () => Promise<void>
}

export function screenChunk(load: () => Promise<ComponentType>): ScreenChunk {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    get loaded() {
      return loaded
    },
    start,
    warm: async () => {
      await start().catch(() => undefined)
    },
  }
}

/**
 * Draws a screen. Unlike with React's `lazy`, one whose chunk is there is drawn at once: `lazy` always shows its
 * fallback first, and React keeps a fallback up for 300 ms.
 */
export function Screen({ of }: { of: ScreenChunk }) {
  const Component = of.loaded ?? use(of.start())
  return <Component />
}

import { type ComponentType, use } from 'react'
import { reloadOnce } from './reload-once.ts'

/** A screen in a chunk of its own. */
export type ScreenChunk<Props = object> = {
  /** The component, once its chunk is there. */
  readonly loaded: ComponentType<Props> | undefined
  /** Fetches the chunk, once. */
  start: () => Promise<ComponentType<Props>>
  /** Fetches the chunk for a screen that is drawn now: reloads the page where the chunk is gone. */
  draw: () => Promise<ComponentType<Props>>
  /** Fetches the chunk ahead; a failure shows itself where the screen is drawn. */
  warm: () => Promise<void>
}

export function screenChunk<Props = object>(load: () => Promise<ComponentType<Props>>): ScreenChunk<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  let drawing: Promise<ComponentType<Props>> | undefined
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
    // A failure is kept: React draws again to show it, and must find it there.
    draw: () => {
      drawing ??= start().catch(reloadOnce)
      return drawing
    },
    warm: async () => {
      await start().catch(() => undefined)
    },
  }
}

/**
 * The component of a chunk, for one that takes properties. Unlike with React's `lazy`, one whose chunk is there is drawn
 * at once: `lazy` always shows its fallback first, and React keeps a fallback up for 300 ms.
 */
export function useChunk<Props>(chunk: ScreenChunk<Props>): ComponentType<Props> {
  return chunk.loaded ?? use(chunk.draw())
}

/** Draws a screen. */
export function Screen({ of }: { of: ScreenChunk }) {
  const Component = useChunk(of)
  return <Component />
}

import type { ComponentType } from 'react'
import { reloadOnce } from './reload-once.ts'

export type ScreenChunk<Props = object> = {
  readonly loaded: ComponentType<Props> | undefined
  start: () => Promise<ComponentType<Props>>
  loadForRender: () => Promise<ComponentType<Props>>
  preload: () => Promise<void>
}

export function screenChunk<Props = object>(load: () => Promise<ComponentType<Props>>): ScreenChunk<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  let rendering: Promise<ComponentType<Props>> | undefined
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
    // Keep a rejected promise: React renders again to show the error.
    loadForRender: () => {
      rendering ??= loaded ? fulfilled(loaded) : start().catch(reloadOnce)
      return rendering
    },
    preload: async () => {
      await start().catch(() => undefined)
    },
  }
}

/** React's `use` returns the value of such a promise at once. */
const fulfilled = <T>(value: T) => Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

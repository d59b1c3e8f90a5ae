import { type ComponentType, use } from 'react'
import type { ScreenChunk } from './screen-chunk.ts'

export { type ScreenChunk, screenChunk } from './screen-chunk.ts'

/** Renders a loaded chunk at once. `lazy` would show its fallback first, and React keeps that up for 300 ms. */
export function useChunk<Props>(chunk: ScreenChunk<Props>): ComponentType<Props> {
  return use(chunk.loadForRender())
}

export function Screen({ of }: { of: ScreenChunk }) {
  const Component = useChunk(of)
  return <Component />
}

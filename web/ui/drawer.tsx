import { useOverlays } from './load-overlays.ts'
import { LoadingLayer } from './loading-layer.tsx'
import type { DrawerProps } from './overlays/drawer.tsx'

/** A menu at the left edge. Render it only while it is open. A click on a link closes it. */
export function Drawer(props: DrawerProps) {
  const overlays = useOverlays(props.onClose)
  return overlays ? <overlays.Drawer {...props} /> : <LoadingLayer onClose={() => props.onClose?.()} />
}

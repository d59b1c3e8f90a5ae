import { useOverlays } from './load-overlays.ts'
import { LoadingLayer } from './loading-layer.tsx'
import type { DialogProps } from './overlays/dialog.tsx'
import type { DrawerProps } from './overlays/drawer.tsx'

export type { DialogProps }

/** Render it only while it is open. */
export function Dialog(props: DialogProps) {
  const overlays = useOverlays(props.onClose)
  return overlays ? <overlays.Dialog {...props} /> : <LoadingLayer onClose={() => props.onClose?.()} />
}

/** A menu at the left edge. Render it only while it is open. A click on a link closes it. */
export function Drawer(props: DrawerProps) {
  const overlays = useOverlays(props.onClose)
  return overlays ? <overlays.Drawer {...props} /> : <LoadingLayer onClose={props.onClose} />
}

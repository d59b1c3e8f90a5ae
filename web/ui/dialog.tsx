import { useOverlays } from './load-overlays.ts'
import { LoadingLayer } from './loading-layer.tsx'
import type { DialogProps } from './overlays/dialog.tsx'

export type { DialogProps }

/** Render it only while it is open. */
export function Dialog(props: DialogProps) {
  const overlays = useOverlays(props.onClose)
  return overlays ? <overlays.Dialog {...props} /> : <LoadingLayer onClose={() => props.onClose?.()} />
}

import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from './spinner.tsx'

/** In place of a dialog whose code is loading: nothing behind it takes a click or a key. */
export function LoadingLayer({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      event.stopImmediatePropagation()
      event.preventDefault()
      if (event.key === 'Escape') close()
    }
    addEventListener('keydown', hold, { capture: true })
    return () => removeEventListener('keydown', hold, { capture: true })
  }, [])
  return createPortal(
    <div className="fixed inset-0 z-50 grid animate-late place-items-center bg-backdrop">
      <Spinner label="Loading..." className="size-6" />
    </div>,
    document.body,
  )
}

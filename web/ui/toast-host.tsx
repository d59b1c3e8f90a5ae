import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastQueue } from './toast-queue.ts'

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

/** Stands once at the root; draws nothing until the first toast. */
export function ToastHost() {
  const isNeeded = useSyncExternalStore(toastQueue.subscribe, toastQueue.isWaiting)
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}

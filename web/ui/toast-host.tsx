import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { toastQueue } from './toast-queue.ts'

// A toast that cannot be drawn must not take the page with it.
const Toaster = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./toaster.tsx')).Toaster }
  } catch {
    return { default: () => null }
  }
})

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

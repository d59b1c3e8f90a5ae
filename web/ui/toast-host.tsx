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

/**
 * Stands once at the root; draws nothing until the first toast. A modal dialog hides the page from screen readers, but
 * no live region that stands when it opens: the failure of what a dialog sends must be heard.
 */
export function ToastHost() {
  const isNeeded = useSyncExternalStore(toastQueue.subscribe, toastQueue.isWaiting)
  return (
    <div aria-live="off">
      {isNeeded ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </div>
  )
}

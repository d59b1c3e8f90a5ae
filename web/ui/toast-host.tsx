import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { type ToastRequest, toastQueue } from './toast.ts'

const Toaster = lazy(async () => {
  try {
    return { default: (await import('./toaster.tsx')).Toaster }
  } catch {
    return { default: PlainToaster }
  }
})

function PlainToaster() {
  const [shown, setShown] = useState<ToastRequest>()
  useEffect(
    () =>
      toastQueue.attach({
        show: (request) => {
          setShown(request)
          return 'only'
        },
        dismiss: () => setShown(undefined),
      }),
    [],
  )
  if (!shown) return null
  return (
    <button
      type="button"
      onClick={() => setShown(undefined)}
      className="fixed inset-x-4 top-4 z-50 rounded-lg border bg-raised px-4 py-3 text-left shadow-lg"
    >
      <span role="alert">
        <b>{shown.title}</b> {shown.description}
      </span>
    </button>
  )
}

/** Render once at the root. The live region must exist before a modal dialog opens, or its errors are not announced. */
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

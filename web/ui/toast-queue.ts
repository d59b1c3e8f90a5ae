export type ToastRequest = {
  tone: 'success' | 'error' | 'info'
  title: string
  description: string | undefined
}

type Deliver = (request: ToastRequest) => void

let waiting: ToastRequest[] = []
let deliver: Deliver | undefined
const wakers = new Set<() => void>()

/** Holds toasts until the Toaster is on the page, and wakes the ToastHost that fetches it. */
export const toastQueue = {
  add(request: ToastRequest) {
    if (deliver) {
      deliver(request)
      return
    }
    waiting = [...waiting, request]
    for (const wake of wakers) wake()
  },
  /** For useSyncExternalStore. */
  subscribe(wake: () => void) {
    wakers.add(wake)
    return () => {
      wakers.delete(wake)
    }
  },
  isWaiting: () => waiting.length > 0 || deliver !== undefined,
  /** Hands over what waited; the answer takes the deliverer off again. */
  attach(next: Deliver) {
    deliver = next
    for (const request of waiting) next(request)
    waiting = []
    return () => {
      deliver = undefined
    }
  },
}

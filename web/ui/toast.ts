export type ToastRequest = {
  tone: 'success' | 'error' | 'info'
  title: string
  description: string | undefined
}

type Deliver = (request: ToastRequest) => void

let waiting: ToastRequest[] = []
let deliver: Deliver | undefined
const wakers = new Set<() => void>()

export const toastQueue = {
  add(request: ToastRequest) {
    if (deliver) {
      deliver(request)
      return
    }
    waiting = [...waiting, request]
    for (const wake of wakers) wake()
  },
  subscribe(wake: () => void) {
    wakers.add(wake)
    return () => {
      wakers.delete(wake)
    }
  },
  isWaiting: () => waiting.length > 0 || deliver !== undefined,
  attach(next: Deliver) {
    deliver = next
    for (const request of waiting) next(request)
    waiting = []
    return () => {
      deliver = undefined
    }
  },
}

type ToastOptions = { description?: string }

const show =
  (tone: ToastRequest['tone']) =>
  (title: string, options: ToastOptions = {}) =>
    toastQueue.add({ tone, title, description: options.description })

export const toast = { success: show('success'), error: show('error'), info: show('info') }

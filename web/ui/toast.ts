export type ToastRequest = {
  tone: 'success' | 'error' | 'info'
  title: string
  description: string | undefined
  /** For a change that opens another screen, which shows it. */
  onNextScreen: boolean
}

type ToastId = string | number

type Toaster = { show: (request: ToastRequest) => ToastId; dismiss: (id: ToastId) => void }

let waiting: ToastRequest[] = []
let toaster: Toaster | undefined
let screen: string | undefined
/** With whether they stay on the next screen. A few more than are visible does no harm. */
const shown = new Map<ToastId, boolean>()
const wakers = new Set<() => void>()

function deliver(to: Toaster, request: ToastRequest): void {
  shown.set(to.show(request), request.onNextScreen)
}

export const toastQueue = {
  add(request: ToastRequest) {
    if (toaster) {
      deliver(toaster, request)
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
  isWaiting: () => waiting.length > 0 || toaster !== undefined,
  attach(next: Toaster) {
    toaster = next
    for (const request of waiting) deliver(next, request)
    waiting = []
    return () => {
      toaster = undefined
    }
  },
  /** Ends the toasts of the screen before. */
  showScreen(pathname: string) {
    if (pathname === screen) return
    screen = pathname
    waiting = waiting
      .filter(({ onNextScreen }) => onNextScreen)
      .map((request) => ({ ...request, onNextScreen: false }))
    for (const [id, stays] of shown) {
      if (stays) shown.set(id, false)
      else {
        shown.delete(id)
        toaster?.dismiss(id)
      }
    }
  },
}

type ToastOptions = { description?: string; onNextScreen?: boolean }

const show =
  (tone: ToastRequest['tone']) =>
  (title: string, { description, onNextScreen = false }: ToastOptions = {}) =>
    toastQueue.add({ tone, title, description, onNextScreen })

/** For what happened elsewhere than where the user looks. A form shows its errors itself. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

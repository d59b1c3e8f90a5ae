import { Fragment, lazy, Suspense } from 'react'

type ToastId = string | number
type ToastOptions = {
  description?: string
  /** For a change that opens another screen, which shows it. */
  onNextScreen?: boolean
  /** For what the screen shows anyway: short, and one at a time. */
  isBrief?: boolean
}

/** Sonner is a tenth of the first screen's code, so it loads after that. */
const loadToaster = () => import('./toaster.tsx')

/** The toasts that end with this screen, and those that end with the next one. */
let ending: ToastId[] = []
let staying: ToastId[] = []

const show =
  (tone: 'success' | 'error' | 'info') =>
  (title: string, { description, onNextScreen = false, isBrief = false }: ToastOptions = {}): void => {
    const add = async () => {
      const { sonner } = await loadToaster()
      const duration = isBrief ? 2000 : tone === 'error' ? 8000 : 4000
      const id = sonner[tone](title, { description, duration, ...(isBrief && { id: title }) })
      const toasts = onNextScreen ? staying : ending
      toasts.push(id)
    }
    add().catch(() => undefined)
  }

/** For what happened elsewhere than where the user looks. A form shows its errors itself. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

/** Ends the toasts of the screen before. */
export function endToasts(): void {
  const end = async () => {
    const { sonner } = await loadToaster()
    for (const id of ending) sonner.dismiss(id)
    ending = staying
    staying = []
  }
  end().catch(() => undefined)
}

const Toaster = lazy(async () => {
  const toaster = await loadToaster().catch(() => undefined)
  return { default: toaster?.Toaster ?? Fragment }
})

/** Render once at the root. The live region must exist before a modal dialog opens, or its errors are not announced. */
export const ToastHost = () => (
  <div aria-live="off">
    <Suspense>
      <Toaster />
    </Suspense>
  </div>
)

import { lazy, Suspense, useEffect } from 'react'
import { onFirstUse } from './first-use.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

type ToastId = string | number
type ToastOptions = {
  description?: string
  /** For a change that opens another screen, which shows it. */
  onNextScreen?: boolean
  /** For what the screen shows anyway. */
  isBrief?: boolean
}

/** For the first toast, or when the page is first used. */
const loadToaster = () => import('./toaster.tsx')

const needed = Promise.withResolvers<void>()
let wasShown = false

/** One at a time, so that none covers another. */
let shown: { id: ToastId; staysOnNext: boolean } | undefined

const show =
  (tone: 'success' | 'error' | 'info') =>
  (title: string, { description, onNextScreen = false, isBrief = false }: ToastOptions = {}): void => {
    wasShown = true
    needed.resolve()
    const add = async () => {
      const { sonner } = await loadToaster()
      const duration = isBrief ? 2000 : tone === 'error' ? 8000 : 4000
      if (shown) sonner.dismiss(shown.id)
      shown = { id: sonner[tone](title, { description, duration }), staysOnNext: onNextScreen }
    }
    add().catch(() => undefined)
  }

/** For what happened. `FormError` and `ErrorState` show a toast themselves. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

/** Ends the toast of the screen before. */
export function endToasts(): void {
  if (!wasShown) return
  const end = async () => {
    const { sonner } = await loadToaster()
    if (!shown) return
    if (!shown.staysOnNext) sonner.dismiss(shown.id)
    shown = shown.staysOnNext ? { ...shown, staysOnNext: false } : undefined
  }
  end().catch(() => undefined)
}

const Toaster = lazy(async () => {
  await needed.promise
  const toaster = await loadToaster().catch(() => undefined)
  return { default: toaster?.Toaster ?? (() => null) }
})

/** Render once at the root. The live region must exist before a modal dialog opens, or its errors are not announced. */
export function ToastHost() {
  useEffect(() => onFirstUse(needed.resolve), [])
  return (
    <div aria-live="off">
      <Suspense>{useIsHydrated() ? <Toaster /> : null}</Suspense>
    </div>
  )
}

import { type ComponentType, type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { onFirstUse } from './first-use.ts'

type ToastOptions = {
  description?: string
  /** For a change that opens another screen, which shows it. */
  onNextScreen?: boolean
  /** For what the screen shows anyway. */
  isBrief?: boolean
}

/** `plain` is the text of a toast whose code didn't load. */
type Host = { Toaster?: ComponentType; plain?: string }

let render: Dispatch<SetStateAction<Host>> = () => undefined

async function loadToaster() {
  const { Toaster, toasts } = await import('./toaster.tsx')
  render({ Toaster })
  return toasts
}

const ERROR_MS = 8000

let lastStaysOnNext: boolean | undefined

/** For this long, errors don't replace a toast that stays for the next screen. */
const CLOSING_MS = 1000

let closesUntil = 0

const show =
  (tone: 'success' | 'error' | 'info') =>
  (title: string, { description, onNextScreen = false, isBrief = false }: ToastOptions = {}): void => {
    if (onNextScreen) closesUntil = Date.now() + CLOSING_MS
    else if (tone === 'error' && Date.now() < closesUntil) return
    lastStaysOnNext = onNextScreen
    const add = async () => {
      const toasts = await loadToaster()
      toasts.show(tone, title, { description, duration: isBrief ? 2000 : tone === 'error' ? ERROR_MS : 4000 })
    }
    add().catch(() => {
      render({ plain: description ? `${title}. ${description}` : title })
      setTimeout(() => render(({ plain: _, ...host }) => host), ERROR_MS)
    })
  }

/** For what happened. `FormError` and `ErrorState` show a toast themselves. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

export function endToasts(): void {
  if (lastStaysOnNext === false)
    loadToaster().then(
      (toasts) => toasts.end(),
      () => undefined,
    )
  if (lastStaysOnNext) lastStaysOnNext = false
  closesUntil = 0
}

/** Render once at the root. The live region must exist before a modal dialog opens, or its errors are not announced. */
export function ToastHost() {
  const [{ Toaster, plain }, setHost] = useState<Host>({})
  useEffect(() => {
    render = setHost
    return onFirstUse(() => void loadToaster().catch(() => undefined))
  }, [])
  return (
    <>
      <div aria-live="off">{Toaster ? <Toaster /> : null}</div>
      <p
        role="alert"
        className="fixed inset-x-4 top-2 z-50 mx-auto max-w-md rounded-lg border border-invalid-line bg-invalid-soft px-4 py-2 text-invalid shadow-lg empty:hidden"
      >
        {plain}
      </p>
    </>
  )
}

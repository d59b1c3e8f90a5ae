import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toaster as Sonner, toast as sonner } from 'sonner'

export const toasts = {
  /** By ID, because `dismiss()` misses a toast that isn't rendered yet. */
  end() {
    for (const { id } of sonner.getToasts()) sonner.dismiss(id)
  },
  /** One at a time, so that none covers another. */
  show(
    tone: 'success' | 'error' | 'info',
    title: string,
    options: { description: string | undefined; duration: number },
  ) {
    toasts.end()
    sonner[tone](title, options)
  },
}

const look = {
  toast:
    'flex w-full items-start gap-3 rounded-lg border bg-raised px-4 py-2 font-sans text-base text-ink shadow-lg [&_[data-icon]]:mt-0.5',
  title: 'font-medium',
  description: 'mt-0.5 text-sm text-muted break-words',
  content: 'min-w-0 flex-1',
  success: '[&_[data-icon]]:text-valid',
  error: 'border-invalid-line! bg-invalid-soft! [&_[data-icon]]:text-invalid [&_[data-title]]:text-invalid',
  info: '[&_[data-icon]]:text-accent-text',
  closeButton:
    'touch-target order-last ml-auto grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink [&_svg]:size-3.5',
}

/** At the top, where it covers the header and nothing of the screen. A toast of one line is no higher than that. */
export function Toaster() {
  return (
    <Sonner
      position="top-center"
      offset={{ top: 8 }}
      mobileOffset={{ top: 8 }}
      className="[--width:28rem]!"
      closeButton
      visibleToasts={1}
      toastOptions={{ unstyled: true, classNames: look }}
      icons={{
        success: <CircleCheck className="size-4.5" />,
        error: <CircleAlert className="size-4.5" />,
        info: <Info className="size-4.5" />,
      }}
    />
  )
}

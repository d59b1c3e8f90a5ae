import { type ComponentProps, useEffect } from 'react'
import { Banner } from './banner.tsx'
import { toast } from './toast.tsx'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** The fields show their errors themselves, and nothing is sent to a URL. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
    {...form}
  />
)

/** Shows what failed as a toast. The screen shows the reason, so that a screen reader speaks each once. */
export function useFailureToast(title: string, reason: unknown): void {
  useEffect(() => {
    if (title !== '' && reason !== undefined) toast.error(title)
  }, [title, reason])
}

export type FormErrorProps = {
  /** Shown as a toast. */
  title: string
  /** Empty if the field already shows it. Undefined without an error. */
  reason: string | undefined
}

export function FormError({ title, reason }: FormErrorProps) {
  useFailureToast(title, reason)
  return reason ? <Banner tone="critical" title={reason} role="alert" /> : null
}

import { Banner } from './banner.tsx'
import { useFailureToast } from './failure-toast.ts'

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

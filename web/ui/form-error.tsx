import { Banner } from './banner.tsx'

export type FormErrorProps = {
  title: string
  /** Empty if the field already shows it. Undefined without an error. */
  reason: string | undefined
}

export function FormError({ title, reason }: FormErrorProps) {
  if (reason === undefined) return null
  return (
    <Banner tone="critical" title={title} role="alert">
      {reason}
    </Banner>
  )
}

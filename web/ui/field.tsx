import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from './cx.ts'

type FieldControl = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const FieldContext = createContext<FieldControl>({})

export const useField = (): FieldControl => use(FieldContext)

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-invalid text-sm">
      <CircleAlert className="mt-[3px] size-3.5 shrink-0" />
      {children}
    </p>
  )
}

export function Field({ label, hint, error, optional, aside, className, children }: FieldProps) {
  const id = useId()
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={cx('min-w-0 space-y-1.5', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
          {optional ? <span className="font-normal text-faint"> (optional)</span> : null}
        </label>
        {aside}
      </div>
      <FieldContext value={{ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined }}>
        {children}
      </FieldContext>
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : hint ? (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

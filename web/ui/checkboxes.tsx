import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type CheckboxesProps = { legend: string; error: string | undefined; children: ReactNode }

/** Checkboxes with one error. */
export function Checkboxes({ legend, error, children }: CheckboxesProps) {
  const errorId = useId()
  return (
    <fieldset className="space-y-2.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {children}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  )
}

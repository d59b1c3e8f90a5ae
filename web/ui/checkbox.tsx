import { Check } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type CheckboxProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  required?: boolean
  name?: string
  ref?: Ref<HTMLInputElement>
  className?: string
}

export function Checkbox({
  label,
  hint,
  error,
  checked,
  onCheckedChange,
  className,
  ...control
}: CheckboxProps) {
  const id = useId()
  return (
    <div className={cx('space-y-1.5', className)}>
      <div className="flex items-start gap-2.5">
        <span className="relative mt-0.5 grid size-4.5 shrink-0 place-items-center">
          <input
            type="checkbox"
            id={id}
            checked={checked}
            onChange={(event) => onCheckedChange(event.target.checked)}
            aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
            aria-invalid={error ? true : undefined}
            className={cx(
              'peer size-4.5 cursor-pointer appearance-none rounded-xs border border-line-strong bg-surface shadow-xs transition-colors',
              'checked:border-accent checked:bg-accent hover:not-checked:border-faint',
              'aria-invalid:border-invalid-fill disabled:opacity-50',
            )}
            {...control}
          />
          <Check
            strokeWidth={3}
            className="pointer-events-none absolute hidden size-3.5 text-on-accent peer-checked:block forced-colors:text-[CanvasText]"
          />
        </span>
        <div className="wrap-anywhere">
          <label htmlFor={id} className="cursor-pointer text-base">
            {label}
          </label>
          {hint ? (
            <p id={`${id}-hint`} className="text-faint text-sm">
              {hint}
            </p>
          ) : null}
        </div>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

type CheckboxesProps = { legend: string; error: string | undefined; children: ReactNode }

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

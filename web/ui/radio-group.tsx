import { useId } from 'react'
import { cx } from './cx.ts'
import type { SelectOption } from './overlays/select.tsx'

type RadioGroupProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  className?: string
}

export function RadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: RadioGroupProps<Value>) {
  const name = useId()
  const current = options.find((option) => option.value === value) ?? options[0]
  return (
    <div role="radiogroup" aria-label={label} className={cx('grid gap-2', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex cursor-pointer items-start gap-3 rounded-md border px-3 py-2.5 transition-colors hover:bg-hover',
            'has-checked:border-accent-text has-checked:bg-accent-soft',
            option.disabled && 'cursor-not-allowed text-faint hover:bg-transparent',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            // A dialog focuses the first field that Tab reaches.
            tabIndex={option === current ? 0 : -1}
            onChange={() => onValueChange(option.value)}
            className="mt-0.5 grid size-4.5 shrink-0 appearance-none place-items-center rounded-full border border-line-strong bg-surface before:size-2 before:rounded-full checked:border-accent-text checked:before:bg-accent-text"
          />
          <span className="wrap-anywhere min-w-0">
            <span className="block text-base">{option.label}</span>
            {option.hint ? <span className="block text-muted text-sm">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </div>
  )
}

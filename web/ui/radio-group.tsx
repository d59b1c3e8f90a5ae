import { RadioGroup as Primitive } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

type RadioGroupProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  className?: string
}

/** Like a native radio button: Enter submits the form. */
function submitOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter') event.currentTarget.closest('form')?.requestSubmit()
}

export function RadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: RadioGroupProps<Value>) {
  const id = useId()
  const pick = (picked: string) => {
    const option = options.find((candidate) => candidate.value === picked)
    if (option) onValueChange(option.value)
  }
  return (
    <Primitive.Root
      aria-label={label}
      value={value}
      onValueChange={pick}
      className={cx('grid gap-2', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${id}-${option.value}`}
          className={cx(
            'flex cursor-pointer items-start gap-3 rounded-md border px-3 py-2.5 transition-colors hover:bg-hover',
            'has-data-[state=checked]:border-accent-text has-data-[state=checked]:bg-accent-soft',
            option.disabled && 'cursor-not-allowed text-faint hover:bg-transparent',
          )}
        >
          <Primitive.Item
            id={`${id}-${option.value}`}
            value={option.value}
            disabled={option.disabled ?? false}
            onKeyDown={submitOnEnter}
            className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface data-[state=checked]:border-accent-text"
          >
            <Primitive.Indicator className="size-2 rounded-full bg-accent-text" />
          </Primitive.Item>
          <span className="min-w-0">
            <span className="block text-base">{option.label}</span>
            {option.hint ? <span className="block text-muted text-sm">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </Primitive.Root>
  )
}

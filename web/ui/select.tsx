import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { cx } from './cx.ts'
import { useField } from './field.tsx'
import { controlClass } from './input.tsx'
import { Opener } from './opener.tsx'
import type { SelectOption } from './overlays/select.tsx'

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  value: Value | ''
  onValueChange: (value: Value) => void
  placeholder?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
}

export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = 'Select...',
  disabled = false,
  ...control
}: SelectProps<Value>) {
  const field = useField()
  const optionOf = (sought: string) => options.find((option) => option.value === sought)
  const pick = (picked: string) => {
    const option = optionOf(picked)
    if (option) onValueChange(option.value)
  }
  const trigger = (
    <button
      type="button"
      disabled={disabled}
      data-placeholder={value === '' ? '' : undefined}
      className={cx(
        controlClass,
        'flex items-center justify-between gap-2 text-left data-placeholder:text-faint',
      )}
      {...field}
      {...control}
    >
      <span dir="auto" className="truncate">
        {optionOf(value)?.label ?? placeholder}
      </span>
      <ChevronDown className="size-4 shrink-0 text-faint" />
    </button>
  )
  return (
    <Opener trigger={trigger} kind="listbox">
      {(overlays, { typed }) => (
        <overlays.Select trigger={trigger} typed={typed} {...{ options, value, disabled }} onPick={pick} />
      )}
    </Opener>
  )
}

import { ChevronDown } from 'lucide-react'
import { cx } from './cx.ts'
import { useField } from './field.tsx'
import type { ComboboxOption } from './filter-options.ts'
import { controlClass } from './input.tsx'
import { Opener } from './opener.tsx'

type ComboboxProps = {
  options: readonly ComboboxOption[]
  value: string | undefined
  onValueChange: (value: string) => void
  /** Before the user can open it, to load the options. */
  onApproach?: () => void
  placeholder?: string
  searchPlaceholder: string
  emptyText?: string
  'aria-label'?: string
}

/** WAI-ARIA combobox pattern, with a filter. */
export function Combobox({
  options,
  value,
  onValueChange,
  onApproach,
  placeholder = 'Select...',
  searchPlaceholder,
  emptyText = 'Nothing matches.',
  ...control
}: ComboboxProps) {
  const field = useField()
  const selected = options.find((option) => option.value === value)
  const trigger = (
    <button
      type="button"
      onFocus={onApproach}
      onPointerEnter={onApproach}
      className={cx(controlClass, 'flex items-center justify-between gap-2 text-left')}
      {...(control['aria-label'] === undefined && field)}
      {...control}
    >
      {selected?.brief ? (
        <span className="truncate tabular">{selected.brief}</span>
      ) : selected ? (
        <span className="truncate">
          {selected.code ? <span className="tabular">{selected.code} - </span> : null}
          {selected.label}
        </span>
      ) : (
        <span className="truncate text-faint">{placeholder}</span>
      )}
      <ChevronDown className="size-4 shrink-0 text-faint" />
    </button>
  )
  return (
    <Opener trigger={trigger} kind="listbox">
      {(overlays, { typed }) => (
        <overlays.Combobox
          trigger={trigger}
          typed={typed}
          {...{ options, value, onValueChange, placeholder, searchPlaceholder, emptyText }}
        />
      )}
    </Opener>
  )
}

import { Check, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { type ComboboxOption, filterOptions } from '../filter-options.ts'
import { optionClass, popoverClass } from './option-class.ts'

type ComboboxProps = {
  trigger: ReactNode
  options: readonly ComboboxOption[]
  value: string | undefined
  onValueChange: (value: string) => void
  placeholder: string
  searchPlaceholder: string
  emptyText: string
  /** Before it is rendered, which opens it. */
  typed: string
}

export function Combobox({
  trigger,
  options,
  value,
  onValueChange,
  placeholder,
  searchPlaceholder,
  emptyText,
  typed,
}: ComboboxProps) {
  const listId = useId()
  const [open, setOpen] = useState(true)
  const [query, setQuery] = useState(typed)
  const selectedAt = options.findIndex((option) => option.value === value)
  const firstActive = (search: string) => (search === '' ? Math.max(0, selectedAt) : 0)
  const [active, setActive] = useState(() => firstActive(typed))
  const listRef = useRef<HTMLDivElement>(null)
  const shown = filterOptions(options, query)
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    if (!open) return
    listRef.current
      ?.querySelector(`#${CSS.escape(`${listId}-${active}`)}`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [open, active, listId])

  const show = (next: boolean, firstLetter = '') => {
    setOpen(next)
    setQuery(firstLetter)
    setActive(firstActive(firstLetter))
  }
  const pick = (option: ComboboxOption | undefined) => {
    if (!option) return
    onValueChange(option.value)
    show(false)
  }

  const onTriggerKey = (event: KeyboardEvent) => {
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    // Keep characters typed before the filter has the focus.
    if (open && isTyped) {
      event.preventDefault()
      setQuery((filter) => filter + event.key)
      setActive(0)
      return
    }
    const isLetter = isTyped && event.key !== ' '
    if (isLetter || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      show(true, isLetter ? event.key : '')
    }
  }
  const onFilterKey = (event: KeyboardEvent) => {
    const last = shown.length - 1
    const targets: Record<string, number> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
    }
    const target = targets[event.key]
    if (target !== undefined) {
      event.preventDefault()
      setActive(Math.max(0, target))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      pick(shown[active])
    } else if (event.key === 'Tab') {
      show(false)
    }
  }

  return (
    <Popover.Root open={open} onOpenChange={(next) => show(next)}>
      <Popover.Trigger
        asChild
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={listId}
        onKeyDown={onTriggerKey}
      >
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={placeholder}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className={cx(
            popoverClass,
            'max-h-available flex w-trigger min-w-[min(16rem,100vw-1.5rem)] max-w-[calc(100vw-1.5rem)] flex-col',
          )}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            document.getElementById(`${listId}-filter`)?.focus({ preventScroll: true })
          }}
        >
          <div className="flex items-center gap-2 border-b px-3">
            <Search className="size-4 shrink-0 text-faint" />
            <input
              id={`${listId}-filter`}
              role="combobox"
              aria-label={searchPlaceholder}
              aria-expanded
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
              placeholder={searchPlaceholder}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value)
                setActive(0)
              }}
              onKeyDown={onFilterKey}
              className="h-10 w-full min-w-0 bg-transparent text-base outline-none pointer-coarse:h-11 pointer-coarse:text-lg"
            />
          </div>
          <div
            ref={listRef}
            id={listId}
            role="listbox"
            aria-label={placeholder}
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1"
          >
            {shown.map((option, index) => (
              <div
                key={option.value}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === value}
                data-highlighted={index === active ? '' : undefined}
                onPointerMove={() => setActive(index)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(option)}
                onKeyDown={onFilterKey}
                className={optionClass}
              >
                <span className="min-w-0 flex-1 truncate">
                  {option.code ? <span className="text-muted tabular">{option.code} - </span> : null}
                  {option.label}
                </span>
                {option.value === value ? <Check className="size-4 shrink-0 text-accent-text" /> : null}
              </div>
            ))}
          </div>
          <p role="status" className={shown.length === 0 ? 'px-3 pb-4 text-muted text-sm' : 'sr-only'}>
            {shown.length === 0 ? emptyText : query === '' ? '' : `${shown.length} found`}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { useField } from './field.tsx'
import { controlClass } from './input.tsx'

export const popoverClass =
  'z-50 overflow-hidden rounded-md border bg-raised shadow-md data-[state=open]:animate-enter'
export const plainOptionClass =
  'flex min-h-8 items-center gap-2 rounded-sm px-2.5 py-1.5 text-base outline-none select-none pointer-coarse:min-h-11'
export const optionClass = cx(plainOptionClass, 'data-disabled:opacity-50 data-highlighted:bg-hover')

type SelectOption<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  value: Value | ''
  onValueChange: (value: Value) => void
  placeholder?: string
  disabled?: boolean
  name?: string
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
  className?: string
}

export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = 'Select...',
  disabled = false,
  name,
  className,
  ...control
}: SelectProps<Value>) {
  const field = useField()
  const pick = (picked: string) => {
    const option = options.find((candidate) => candidate.value === picked)
    if (option) onValueChange(option.value)
  }
  return (
    <Primitive.Root value={value} onValueChange={pick} disabled={disabled} {...(name ? { name } : {})}>
      <Primitive.Trigger
        className={cx(
          controlClass,
          'flex items-center justify-between gap-2 text-left data-placeholder:text-faint',
          className,
        )}
        {...field}
        {...control}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className={cx(popoverClass, 'max-h-available w-trigger min-w-40 scroll-py-1 overflow-y-auto')}
        >
          <InertPage />
          <Primitive.Viewport className="p-1" style={{ overflow: 'visible' }}>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={cx(optionClass, 'justify-between')}
              >
                <span className="min-w-0 break-words">
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                  {option.hint ? <span className="block text-muted text-sm">{option.hint}</span> : null}
                </span>
                <Primitive.ItemIndicator>
                  <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Radix hides the page from screen readers while a list is open. Inert, nothing in it can take the focus either. */
function InertPage() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const list = place.current
    // Radix renders closed lists too, outside the document.
    if (!list?.isConnected) return
    const page = [...document.querySelectorAll<HTMLElement>('body > :not([inert])')].filter(
      (part) => !part.contains(list),
    )
    for (const part of page) part.inert = true
    return () => {
      for (const part of page) part.inert = false
    }
  }, [])
  return <span ref={place} hidden />
}

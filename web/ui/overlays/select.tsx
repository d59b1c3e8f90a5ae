import { Check } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { cx } from '../cx.ts'
import { optionClass, popoverClass } from './option-class.ts'

export type SelectOption<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

type SelectProps = {
  trigger: ReactNode
  /** Before the code loaded. */
  typed: string
  options: readonly SelectOption<string>[]
  value: string
  disabled: boolean
  onPick: (value: string) => void
}

export function Select({ trigger, typed, options, value, disabled, onPick }: SelectProps) {
  const pickTyped = useEffectEvent(() => {
    const starts = ({ label }: SelectOption<string>) =>
      String(label).toLowerCase().startsWith(typed.toLowerCase())
    const found = options.find((option) => !option.disabled && starts(option))
    if (typed && found) onPick(found.value)
  })
  useEffect(() => pickTyped(), [])
  return (
    <Primitive.Root defaultOpen value={value} onValueChange={onPick} disabled={disabled}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
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
                  <Check className="size-4 shrink-0 text-accent-text" />
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

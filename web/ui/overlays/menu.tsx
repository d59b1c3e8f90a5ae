import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { optionClass, popoverClass } from './option-class.ts'

type MenuProps = {
  trigger: ReactNode
  isByKey: boolean
  className?: string
  children: ReactNode
}

export function Menu({ trigger, isByKey, className, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // Radix focuses the first item after a key, and didn't see the one that opened the menu.
    if (isByKey) document.dispatchEvent(new KeyboardEvent('keydown'))
    setOpen(true)
  }, [isByKey])
  return (
    <Primitive.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className={cx(
            popoverClass,
            'min-w-[min(12rem,100vw-1.5rem)] max-w-[calc(100vw-1.5rem)] max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto p-1',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

type MenuItemProps = ComponentProps<typeof Primitive.Item> & { icon?: ReactNode; tone?: 'normal' | 'danger' }

export function MenuItem({ icon, tone = 'normal', children, asChild = false, ...rest }: MenuItemProps) {
  return (
    <Primitive.Item
      asChild={asChild}
      className={cx(
        optionClass,
        "[&_svg]:shrink-0 [&_svg]:text-faint [&_svg:not([class*='size-'])]:size-4",
        tone === 'danger' && 'text-invalid [&_svg]:text-invalid',
      )}
      {...rest}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Primitive.Item>
  )
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cx('px-2.5 py-1.5 text-muted text-xs', className)} {...rest} />
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />
}

export const MenuRadioGroup = Primitive.RadioGroup

export function MenuRadioItem({ children, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={optionClass} {...rest}>
      {children}
      <span className="size-4 shrink-0">
        <Primitive.ItemIndicator>
          <Check className="size-4 text-accent-text" />
        </Primitive.ItemIndicator>
      </span>
    </Primitive.RadioItem>
  )
}

import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { returnFocus } from './return-focus.ts'
import { Spinner } from './spinner.tsx'
import { useSingleSubmit } from './use-single-submit.ts'

/** A transparent border shows in forced colors, which remove backgrounds. */
const variants = {
  primary: 'border border-transparent bg-accent text-on-accent shadow-xs hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink shadow-xs hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'border border-transparent bg-invalid-fill text-on-accent shadow-xs hover:bg-invalid-hover',
} as const

const sizes = {
  sm: 'h-max min-h-8 gap-1.5 px-2.5 text-sm pointer-coarse:min-h-11',
  md: 'h-max min-h-9 gap-2 px-3.5 text-base pointer-coarse:min-h-11',
  lg: 'h-max min-h-11 gap-2 px-5 text-base',
  icon: 'size-9 pointer-coarse:size-11',
  'icon-sm': 'size-8 pointer-coarse:size-11',
} as const

export type ButtonLook = {
  /** `text` is for a link or a button in or under text, and has no size. */
  variant?: keyof typeof variants | 'text' | undefined
  size?: keyof typeof sizes | undefined
  className?: string | undefined
}

const textClass =
  'touch-target rounded-xs text-left font-medium text-accent-text hover:underline disabled:no-underline disabled:opacity-50'

export const buttonClass = ({ variant = 'primary', size = 'md', className }: ButtonLook): string =>
  variant === 'text'
    ? cx(textClass, className)
    : cx(
        'inline-flex max-w-full shrink-0 items-center justify-center rounded-md py-1 text-center font-medium transition-colors select-none print:hidden',
        'disabled:opacity-50 disabled:shadow-none',
        "[&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
        variants[variant],
        sizes[size],
        className,
      )

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    icon?: ReactNode
    /** Keeps the focus but ignores clicks and submits. */
    pending?: boolean
    pendingLabel?: string
    /** Instead of `onClick`: the button is pending until it ends. If the button is gone then, the focus stays near. */
    action?: () => Promise<unknown>
  }

export function Button({
  variant,
  size,
  icon,
  pending = false,
  pendingLabel,
  action,
  className,
  children,
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const { submit, isPending } = useSingleSubmit(async (button: Element) => {
    await action?.()
    setTimeout(() => button.isConnected || returnFocus())
  })
  const isBusy = pending || isPending
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault()
    else if (action) void submit(event.currentTarget)
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, className: cx(isBusy && 'opacity-75', className) })}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
      {...rest}
    >
      {isBusy ? <Spinner /> : icon}
      {isBusy && pendingLabel ? pendingLabel : children}
    </button>
  )
}

type LinkButtonProps = ButtonLook & { icon?: ReactNode } & (
    | ComponentProps<typeof Link>
    | (ComponentProps<'a'> & { href: string | undefined })
  )

/** A link that looks like a button: `to` is a screen of the app, and `href` anything else. */
export function LinkButton({ variant, size, className, icon, children, ...link }: LinkButtonProps) {
  const content = (
    <>
      {icon}
      {children}
    </>
  )
  const look = buttonClass({ variant, size, className })
  return 'to' in link ? (
    <Link className={look} {...link}>
      {content}
    </Link>
  ) : (
    <a className={look} {...link}>
      {content}
    </a>
  )
}

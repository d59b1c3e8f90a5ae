import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  description?: ReactNode
  action?: ReactNode
}

export function Card({ title, description, action, className, children, ...rest }: CardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={cx('flex min-w-0 flex-col rounded-lg border bg-surface shadow-xs', className)}
      {...rest}
    >
      {title ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 pt-5 max-lg:[&>h2]:max-w-full max-lg:[&>h2]:flex-[1_0_min-content] max-lg:[&>p]:order-1 max-lg:[&>p]:w-full lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-start lg:*:col-start-1">
          <CardTitle id={titleId}>{title}</CardTitle>
          {description ? <CardDescription>{description}</CardDescription> : null}
          {action ? <div className="lg:col-start-2! lg:row-start-1 lg:row-end-3">{action}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}

export const CardColumns = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">{children}</div>
)

export const cardLinkClass =
  'touch-target shrink-0 rounded-xs py-0.5 font-medium text-accent-text text-sm hover:underline'

export function CardTitle(props: ComponentProps<'h2'>) {
  return <h2 className="break-words font-semibold text-lg tracking-tight" {...props} />
}

export function CardDescription(props: ComponentProps<'p'>) {
  return <p className="text-muted text-sm" {...props} />
}

export function CardContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('flex-1 p-5', className)} {...rest} />
}

export function CardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cx('flex flex-wrap items-center gap-3 rounded-b-lg border-t bg-sunken px-5 py-3', className)}
      {...rest}
    />
  )
}

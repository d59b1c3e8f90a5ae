import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type TableProps = ComponentProps<'table'> & {
  caption: string
  /** For a wide table without links or buttons: with the focus on it, the arrow keys scroll it. */
  takesFocus?: boolean
}

export function Table({ caption, takesFocus = false, className, children, ...rest }: TableProps) {
  return (
    <section className="overflow-x-auto" aria-label={caption} {...(takesFocus && { tabIndex: 0 })}>
      <table className={cx('w-full border-collapse text-left text-base', className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  )
}

export function TableHeader(props: ComponentProps<'thead'>) {
  return <thead {...props} />
}

export function TableBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody className={cx('divide-y divide-line', className)} {...rest} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...props} />
}

export function TableHead({ className, scope = 'col', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope={scope}
      className={cx(
        'whitespace-nowrap border-b px-3 py-2 text-left font-medium text-muted text-xs first:pl-5 last:pr-5',
        className,
      )}
      {...rest}
    />
  )
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={cx('px-3 py-2.5 align-middle first:pl-5 last:pr-5', className)} {...rest} />
}

export function Definitions({ children }: { children: ReactNode }) {
  return <dl className="@container divide-y divide-line">{children}</dl>
}

export function Definition({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-2.5 @sm:grid-cols-[8rem_minmax(0,1fr)] @sm:gap-4 @lg:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-muted text-sm @sm:leading-[1.375rem]">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

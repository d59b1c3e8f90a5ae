import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type Head = string | readonly [name: ReactNode, className?: string]

type TableProps = Pick<ComponentProps<'table'>, 'className' | 'children'> & {
  caption: string
  heads: readonly Head[]
  /** For a wide table without links or buttons: with the focus on it, the arrow keys scroll it. */
  takesFocus?: boolean
}

export function Table({ caption, heads, takesFocus = false, className, children }: TableProps) {
  return (
    <section
      className="@container overflow-x-auto"
      {...(takesFocus && { 'aria-label': caption, tabIndex: 0 })}
    >
      <table className={cx('w-full border-collapse text-left text-base', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => {
              const [name, look] = typeof head === 'string' ? [head] : head
              return (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  key={index}
                  scope="col"
                  className={cx(
                    'whitespace-nowrap border-b px-3 py-2 text-left font-medium text-muted text-xs first:pl-5 last:pr-5',
                    look,
                  )}
                >
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  )
}

/** A row that its link covers with `after:inset-0`. Safari ignores the position of a row, but not its translation. */
export const LinkedRow = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr className={cx('translate-0 hover:bg-hover', className)} {...rest} />
)

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

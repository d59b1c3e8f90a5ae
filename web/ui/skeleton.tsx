import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-idle-line/70', className)} />
}

export function LoadingText({ children = 'Loading...' }: { children?: string | undefined }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}

type LoadingRowsProps = {
  count: number
  label?: string
  className?: string
  rowClass: string
  children: ReactNode
}

/** The rows of a list that is loading. `children` is one of them. */
export function LoadingRows({ count, label, className, rowClass, children }: LoadingRowsProps) {
  return (
    <div className={cx('divide-y divide-line', className)}>
      <LoadingText>{label}</LoadingText>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={rowClass}>
          {children}
        </div>
      ))}
    </div>
  )
}

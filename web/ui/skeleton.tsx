import type { ReactNode } from 'react'
import { Card, CardContent } from './card.tsx'
import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block max-w-full animate-pulse rounded-sm bg-idle-line/70', className)}
    />
  )
}

export function LoadingText({ children = 'Loading...' }: { children?: string | undefined }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}

const widths = ['w-full', 'w-5/6', 'w-11/12', 'w-3/4']

type LoadingLinesProps = { count: number; label?: string; className?: string }

export const LoadingLines = ({ count, label, className }: LoadingLinesProps) => (
  <div className={cx('space-y-5', className)}>
    <LoadingText>{label}</LoadingText>
    {Array.from({ length: count }, (_, line) => line).map((line) => (
      <Skeleton key={line} className={cx('h-3.5', widths[line % widths.length])} />
    ))}
  </div>
)

export const LoadingCard = ({ label }: { label: string }) => (
  <Card>
    <CardContent>
      <LoadingLines count={4} label={label} className="py-1" />
    </CardContent>
  </Card>
)

type LoadingRowsProps = {
  count: number
  label?: string
  className?: string
  rowClass?: string
  children?: ReactNode
}

const twoLines = (
  <>
    <Skeleton className="my-1 h-3.5 w-44" />
    <Skeleton className="my-1 h-3 w-60" />
  </>
)

export function LoadingRows({
  count,
  label,
  className,
  rowClass = 'px-5 py-3',
  children = twoLines,
}: LoadingRowsProps) {
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

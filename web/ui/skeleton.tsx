import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-idle-line/70', className)} />
}

export function LoadingText({ children = 'Loading...' }: { children?: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}

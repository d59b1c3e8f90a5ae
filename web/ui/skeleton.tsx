import { cx } from './cx.ts'

/** A grey bar in the size of what will stand there: give it height and width. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-idle-line/70', className)} />
}

/** Tells screen readers once that the skeletons beside it are loading. */
export function LoadingText({ children = 'Loading…' }: { children?: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}

import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

type SpinnerProps = { label?: string; className?: string }

export function Spinner({ label, className }: SpinnerProps) {
  const icon = <LoaderCircle className={cx('size-4 animate-spin', className)} />
  if (!label) return icon
  return (
    <span role="status" className="inline-flex text-muted">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  )
}

export function SpinnerScreen({ label = 'Loading...', className }: SpinnerProps) {
  return (
    <div className={cx('grid place-items-center', className)}>
      <Spinner label={label} className="size-6" />
    </div>
  )
}

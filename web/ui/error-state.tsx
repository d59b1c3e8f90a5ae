import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { useFailureToast } from './failure-toast.ts'
import { keepFocusNear } from './return-focus.ts'

type ErrorStateProps = {
  title: string
  description: string
  /** For what the user can change. By default, it is ours to repair. */
  icon?: ReactNode
  action?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  className?: string | undefined
}

export function ErrorState({
  title,
  description,
  icon,
  action,
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  useFailureToast(title, description)
  return (
    <div ref={keepFocusNear} className={cx('flex flex-col items-center px-6 py-8 text-center', className)}>
      <span
        className={cx(
          'mb-3 grid size-10 place-items-center rounded-lg border [&_svg]:size-5',
          icon
            ? 'border-unsure-line bg-unsure-soft text-unsure'
            : 'border-invalid-line bg-invalid-soft text-invalid',
        )}
      >
        {icon ?? <TriangleAlert aria-hidden />}
      </span>
      <p className="font-medium">{title}</p>
      <p role="alert" className="wrap-anywhere mt-1 max-w-md text-pretty text-muted text-sm">
        {description}
      </p>
      {action ? <div className="mt-4">{action}</div> : null}
      {onRetry ? (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          icon={<RotateCw aria-hidden />}
          pending={retrying}
          pendingLabel="Retrying..."
          onClick={onRetry}
        >
          Retry
        </Button>
      ) : null}
    </div>
  )
}

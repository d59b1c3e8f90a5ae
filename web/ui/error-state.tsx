import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { useFailureToast } from './form.tsx'
import { keepFocusNear } from './return-focus.ts'

type ErrorStateProps = {
  title: string
  description: string
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
      <span className="mb-3 grid size-10 place-items-center rounded-lg border border-invalid-line bg-invalid-soft text-invalid [&_svg]:size-5">
        {icon ?? <TriangleAlert />}
      </span>
      <p className="font-medium">{title}</p>
      <p role="alert" className="wrap-anywhere mt-1 max-w-md text-pretty text-muted text-sm">
        {description}
      </p>
      <div className="mt-4 empty:hidden">
        {action}
        {onRetry ? (
          <Button
            variant="secondary"
            size="sm"
            icon={<RotateCw />}
            pending={retrying}
            pendingLabel="Retrying..."
            onClick={onRetry}
          >
            Retry
          </Button>
        ) : null}
      </div>
    </div>
  )
}

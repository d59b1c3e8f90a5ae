import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { cx } from './cx.ts'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  description: ReactNode
  action?: ReactNode
  className?: string
  inCard?: boolean
}

export function EmptyState({
  icon,
  title,
  description,
  action,
  className = 'py-14',
  inCard = false,
}: EmptyStateProps) {
  const content = (
    <div className={cx('flex flex-col items-center px-6 text-center', className)}>
      {icon ? (
        <span className="mb-3 grid size-10 place-items-center rounded-lg border bg-sunken text-muted [&_svg]:size-5">
          {icon}
        </span>
      ) : null}
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-sm text-balance text-muted text-sm">{description}</p>
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  )
  return inCard ? <Card>{content}</Card> : content
}

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  info: { look: 'border-accent-line bg-accent-soft text-accent-text', Icon: Info },
  success: { look: 'border-valid-line bg-valid-soft text-valid', Icon: CircleCheck },
  warning: { look: 'border-unsure-line bg-unsure-soft text-unsure', Icon: TriangleAlert },
  critical: { look: 'border-invalid-line bg-invalid-soft text-invalid', Icon: CircleAlert },
} as const

type BannerProps = {
  tone?: keyof typeof tones
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** `alert` interrupts screen readers, `status` waits; omit it for content present from the start. */
  role?: 'alert' | 'status'
  className?: string
}

export function Banner({ tone = 'info', title, children, action, role, className }: BannerProps) {
  const { look, Icon } = tones[tone]
  return (
    <div
      role={role}
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-4 py-3 sm:flex-nowrap',
        look,
        className,
      )}
    >
      <Icon className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1 break-words max-sm:basis-[calc(100%-1.875rem)]">
        <p className="whitespace-pre-line text-pretty font-medium">{title}</p>
        {children ? <div className="mt-0.5 text-pretty text-ink text-sm">{children}</div> : null}
      </div>
      {action ? <div className="self-center max-sm:pl-7.5 sm:shrink-0">{action}</div> : null}
    </div>
  )
}

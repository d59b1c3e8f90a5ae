import { cx } from '#web/ui/cx.ts'
import { healthOfShare } from '#worker/registers/contract/health.ts'
import { describeHours, formatShare, type Hour } from './register-status.ts'

const fills = {
  ok: 'bg-valid-fill',
  poor: 'bg-unsure-fill',
  down: 'bg-invalid-fill',
  unknown: 'bg-idle-line',
  off: 'bg-idle-line',
} as const

export function HoursStrip({ hours, className }: { hours: readonly Hour[]; className?: string }) {
  return (
    <div role="img" aria-label={describeHours(hours)} className={cx('flex h-7 items-end gap-px', className)}>
      {hours.map(({ at, label, share }) => (
        <span
          key={at}
          title={`${label}: ${share === null ? 'no calls' : `${formatShare(share)} succeeded`}`}
          className="flex h-full min-w-0 flex-1 items-end"
        >
          <span
            className={cx('w-full rounded-[1px]', fills[healthOfShare(share)])}
            style={{ height: share === null ? '3px' : `${Math.max(20, share * 100)}%` }}
          />
        </span>
      ))}
    </div>
  )
}

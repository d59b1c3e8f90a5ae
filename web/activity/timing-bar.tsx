import { formatDuration } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import type { Activity } from '#worker/activity/contract.ts'
import { timingsOf } from './timings.ts'

export function TimingBar({ call }: { call: Activity }) {
  const timings = timingsOf(call)
  if (!timings) return null
  return (
    <div className="mt-2 space-y-1.5">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-idle-soft">
        {timings.map(({ name, milliseconds, fill }) =>
          milliseconds > 0 ? (
            <span key={name} className={cx('min-w-1', fill)} style={{ flexGrow: milliseconds }} />
          ) : null,
        )}
      </div>
      <dl className="space-y-0.5 text-sm">
        {timings.map(({ name, milliseconds, fill }) => (
          <div key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={cx('size-2 shrink-0 rounded-full', fill)} />
            <dt className="text-muted">{name}</dt>
            <dd className="tabular ml-auto">
              {milliseconds === 0 ? 'under 1 ms' : formatDuration(milliseconds)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

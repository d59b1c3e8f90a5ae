import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDuration } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Definition, Definitions } from '#web/ui/table.tsx'
import type { Activity, CallDetail } from '#worker/activity/contract.ts'
import { StatusBadge, tokenLabel } from './status-badge.tsx'
import { timingsOf } from './timings.ts'

export function CallDetails({ call }: { call: CallDetail }) {
  const { method, endpoint, status, rows, requestId, responseTime } = call
  return (
    <Definitions>
      <Definition term="Time">
        <Time value={call.createdAt} style="date-time" />
      </Definition>
      {rows === null ? null : (
        <Definition term="Batch">
          <BatchLink batchId={call.batchId} />
        </Definition>
      )}
      <Definition term="Token">
        <span dir="auto">{tokenLabel(call)}</span>
      </Definition>
      <Definition term="Request">
        <span className="break-all font-mono text-sm">
          <span className="text-faint">{method}</span> {endpoint}
        </span>
      </Definition>
      <Definition term="HTTP status">
        <StatusBadge status={status} />
      </Definition>
      <Definition term="Request ID">
        <span className="flex items-center gap-1">
          <code className="wrap-anywhere min-w-0 font-mono text-sm">{requestId}</code>
          <CopyButton text={requestId} label="Copy request ID" className="-my-1" />
        </span>
      </Definition>
      <Definition term="Response time">
        {formatDuration(responseTime)}
        <TimingBar call={call} />
      </Definition>
    </Definitions>
  )
}

function BatchLink({ batchId }: { batchId: string | null }): ReactNode {
  if (batchId === null) return 'Deleted'
  return (
    <Link
      to={`${paths.batches}/${batchId}`}
      className="break-all font-medium text-accent-text hover:underline"
    >
      See its progress and results
    </Link>
  )
}

function TimingBar({ call }: { call: Activity }) {
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

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countryName } from '#web/lib/country-name.ts'
import { formatDuration } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadingRows, Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import type { Activity, CallDetail } from '#worker/activity/contract.ts'
import { resultTexts } from '#worker/validation/contract.ts'
import { useCall } from './activity-queries.ts'
import { CallResult } from './calls-table.tsx'
import { tokenLabel } from './labels.ts'
import { StatusBadge } from './status-badge.tsx'
import { timingsOf } from './timings.ts'

export function CallDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { data: call, ...read } = useCall(requestId)
  return (
    <Dialog onClose={onClose} title="API Call" width="lg">
      {read.error ? (
        <LoadError title="Failed to load this call" {...read} />
      ) : call ? (
        <Call call={call} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function Call({ call }: { call: CallDetail }) {
  const { method, endpoint, status, outcome, country, rows, requestId, responseTime } = call
  return (
    <Definitions>
      <Definition term="Result">
        <CallResult call={call} />
        {outcome === null || outcome === 'refused' ? null : (
          <p className="mt-1 text-muted text-sm">{resultTexts[outcome].sentence}</p>
        )}
      </Definition>
      {call.errorCode === null ? null : (
        <Definition term={outcome === 'refused' ? 'Error' : 'Reason'}>
          <code className="break-all font-mono text-sm">{call.errorCode}</code>
          {call.errorMessage === null ? null : <p className="text-muted text-sm">{call.errorMessage}</p>}
          {call.docs === null ? null : (
            <a
              href={call.docs}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-accent-text text-sm hover:underline"
            >
              {outcome === 'refused' ? 'How to fix it' : 'What to do'}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </Definition>
      )}
      <Definition term="Time">
        <Time value={call.createdAt} style="date-time" />
      </Definition>
      {rows === null ? (
        <Definition term="Country">{country === null ? '–' : countryName(country)}</Definition>
      ) : (
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

function Loading() {
  return (
    <LoadingRows
      count={8}
      label="Loading this call"
      rowClass="grid gap-1 py-3 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4"
    >
      <Skeleton className="h-4 w-20" />
      <Skeleton className="h-4 w-40" />
    </LoadingRows>
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

import { Link } from 'react-router'
import { countryName } from '#web/lib/country-name.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadingRows, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import type { Activity } from '#worker/activity/contract.ts'
import { StatusText, tokenLabel } from './status-badge.tsx'

const narrow = 'md:hidden'
const wide = 'max-md:hidden'
/** The dashboard's card is narrower than the screen. */
const widest = 'max-xl:hidden'

type CallsTableProps = {
  caption: string
  calls: readonly Activity[]
  /** The list that a call's screen leads back to. */
  from?: string
}

export function CallsTable({ caption, calls, from }: CallsTableProps) {
  return (
    <Table
      caption={caption}
      heads={[
        'Result',
        ['Country', wide],
        ['Token', wide],
        ['Response Time', cx('text-right', widest)],
        ['Time', cx('text-right', wide)],
      ]}
    >
      {calls.map((call) => (
        <Call key={call.id} call={call} from={from} />
      ))}
    </Table>
  )
}

type CallProps = { call: Activity; from: string | undefined }

function Call({ call, from }: CallProps) {
  const { requestId, createdAt, responseTime } = call
  const country = call.country === null ? '–' : countryName(call.country)
  const token = tokenLabel(call)
  return (
    <tr className="relative hover:bg-hover">
      <TableCell className="max-md:w-full max-md:max-w-0 max-md:pr-5">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <Link
            to={`${paths.results}/${requestId}`}
            state={{ from }}
            className="rounded-sm after:absolute after:inset-0"
          >
            <CallResult call={call} />
          </Link>
          <Time value={createdAt} style="date-time" className={cx('text-muted text-sm', narrow)} />
        </span>
        <span dir="auto" className={cx('mt-1 block truncate text-muted text-sm', narrow)}>
          {call.country === null ? token : `${country} · ${token}`}
        </span>
      </TableCell>
      <TableCell className={cx('max-w-44', wide)}>
        <span className="block truncate" title={country}>
          {country}
        </span>
      </TableCell>
      <TableCell className={cx('w-full max-w-0', wide)}>
        <span dir="auto" className="block truncate text-left" title={token}>
          {token}
        </span>
      </TableCell>
      <TableCell className={cx('tabular whitespace-nowrap text-right text-muted', widest)}>
        {formatDuration(responseTime)}
      </TableCell>
      <TableCell className={cx('whitespace-nowrap text-right text-muted', wide)}>
        <Time value={createdAt} style="date-time" />
      </TableCell>
    </tr>
  )
}

/** A batch has no outcome of its own; a refused call shows why. */
export function CallResult({ call: { outcome, status, rows } }: { call: Activity }) {
  if (rows !== null && status < 400) {
    return (
      <Badge tone="accent">
        Batch, {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}
      </Badge>
    )
  }
  return (
    <span className="inline-flex items-center gap-x-2 gap-y-1 max-md:flex-wrap">
      {outcome === null ? <Badge>Not Recorded</Badge> : <ResultBadge result={outcome} />}
      {outcome === 'refused' ? <StatusText status={status} /> : null}
    </span>
  )
}

export function CallsLoading({ count }: { count: number }) {
  return (
    <LoadingRows
      count={count}
      label="Loading activity"
      className="px-5"
      rowClass="flex flex-wrap items-center justify-between gap-x-6 py-3"
    >
      <Skeleton className="h-5 w-20" />
      <Skeleton className={cx('h-4 w-24', wide)} />
      <Skeleton className={cx('h-4 w-24', wide)} />
      <Skeleton className="h-4 w-28" />
      <Skeleton className={cx('mt-1.5 h-3.5 w-40', narrow)} />
    </LoadingRows>
  )
}

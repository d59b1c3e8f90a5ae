import { Link } from 'react-router'
import { countryName } from '#web/lib/country-name.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkedRow, Table, TableCell } from '#web/ui/table.tsx'
import type { Activity } from '#worker/activity/contract.ts'
import { StatusText, tokenLabel } from './status-badge.tsx'

type CallsTableProps = {
  caption: string
  calls: readonly Activity[]
  from?: string
}

export function CallsTable({ caption, calls, from }: CallsTableProps) {
  return (
    <Table
      caption={caption}
      className="max-md:stacked-rows"
      heads={[
        'Result',
        'Country',
        'Token',
        ['Response Time', 'text-right max-xl:hidden'],
        ['Time', 'text-right'],
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
    <LinkedRow className="max-md:grid-cols-[1fr_auto_auto]!">
      <TableCell className="max-md:min-w-min!">
        <Link
          to={`${paths.results}/${requestId}`}
          state={{ from }}
          className="rounded-sm after:absolute after:inset-0"
        >
          <CallResult call={call} />
        </Link>
      </TableCell>
      <TableCell className="max-md:order-3 max-md:min-w-12! max-md:text-right max-md:text-muted max-md:text-sm">
        <span className="block max-w-40 truncate" title={country}>
          {country}
        </span>
      </TableCell>
      <TableCell className="max-md:order-2 max-md:col-span-2 max-md:text-muted max-md:text-sm md:w-full md:max-w-0">
        <span dir="auto" className="block truncate text-left" title={token}>
          {token}
        </span>
      </TableCell>
      <TableCell className="tabular whitespace-nowrap text-right text-muted max-xl:hidden">
        {formatDuration(responseTime)}
      </TableCell>
      <TableCell className="text-right text-muted max-md:order-1 max-md:col-span-2 max-md:text-sm">
        <Time value={createdAt} style="date-time" />
      </TableCell>
    </LinkedRow>
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

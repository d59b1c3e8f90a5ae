import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import type { Activity } from '#worker/activity/contract.ts'
import { tokenLabel } from './labels.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { StatusBadge } from './status-badge.tsx'

const narrow = 'lg:hidden'
const middle = 'max-lg:hidden'
const wide = 'max-[90rem]:hidden'
const notWide = 'min-[90rem]:hidden'

export function CallsTable({ calls }: { calls: readonly Activity[] }) {
  return (
    <Table caption="Calls">
      <TableHeader>
        <TableRow>
          <TableHead>Time</TableHead>
          <TableHead className={wide}>Endpoint</TableHead>
          <TableHead className={middle}>Status</TableHead>
          <TableHead className={wide}>Outcome</TableHead>
          <TableHead className={wide}>Country</TableHead>
          <TableHead className={middle}>Token</TableHead>
          <TableHead className={`text-right ${wide}`}>Response Time</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {calls.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </TableBody>
    </Table>
  )
}

function Call({ call }: { call: Activity }) {
  const { status, outcome, country } = call
  const duration = formatDuration(call.responseTime)
  const token = tokenLabel(call)
  const result = call.rows === null ? <OutcomeBadge outcome={outcome} /> : <BatchRows rows={call.rows} />
  const endpoint = (
    <>
      <span className="text-faint">{call.method}</span> {call.endpoint}
    </>
  )
  return (
    <TableRow>
      <TableCell className="max-lg:w-full max-lg:max-w-0 max-lg:pr-5">
        <span className="flex justify-between gap-3">
          <Time value={call.createdAt} style="date-time" className="whitespace-nowrap" />
          <span className={`tabular text-muted text-sm ${narrow}`}>{duration}</span>
        </span>
        <span className={`block break-all font-mono text-muted text-xs ${notWide}`}>{endpoint}</span>
        <span className={`mt-1.5 flex flex-wrap items-center gap-x-1.5 gap-y-1 ${narrow}`}>
          <StatusBadge status={status} />
          {result}
          <span className="max-w-full truncate text-muted text-xs">
            {country ? `${country} · ${token}` : token}
          </span>
        </span>
      </TableCell>
      <TableCell className={`break-all font-mono text-sm ${wide}`}>{endpoint}</TableCell>
      <TableCell className={middle}>
        <span className="flex flex-col items-start gap-1">
          <StatusBadge status={status} />
          <span className={`flex ${notWide}`}>{result}</span>
        </span>
      </TableCell>
      <TableCell className={wide}>{result}</TableCell>
      <TableCell className={wide}>{country ?? '–'}</TableCell>
      <TableCell className={`max-w-44 ${middle}`}>
        <span dir="auto" className="block truncate text-left" title={token}>
          {token}
        </span>
        <span className={`tabular block text-muted text-xs ${notWide}`}>
          {country ? `${country} · ${duration}` : duration}
        </span>
      </TableCell>
      <TableCell className={`whitespace-nowrap text-right text-muted ${wide}`}>{duration}</TableCell>
    </TableRow>
  )
}

const BatchRows = ({ rows }: { rows: number }) => (
  <span className="whitespace-nowrap text-sm">
    Batch, {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}
  </span>
)

const rows = Array.from({ length: 12 }, (_, row) => row)

export function CallsLoading() {
  return (
    <div className="divide-y divide-line px-5">
      <LoadingText>Loading activity</LoadingText>
      {rows.map((row) => (
        <div key={row} className="py-3 lg:flex lg:items-center lg:gap-6">
          <span className="flex items-center justify-between">
            <Skeleton className="h-4 w-40" />
            <Skeleton className={`h-4 w-12 ${narrow}`} />
          </span>
          <Skeleton className={`mt-1 h-3.5 w-44 ${narrow}`} />
          <Skeleton className={`h-4 w-48 ${wide}`} />
          <Skeleton className="h-5 w-40 max-lg:mt-2 lg:w-20" />
          <Skeleton className={`h-5 w-16 ${wide}`} />
          <Skeleton className={`h-4 w-28 ${middle}`} />
          <Skeleton className={`ml-auto h-4 w-12 ${wide}`} />
        </div>
      ))}
    </div>
  )
}

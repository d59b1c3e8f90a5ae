import { Link } from 'react-router'
import { TaxId } from '#web/lib/tax-id.tsx'
import { Time } from '#web/lib/time.tsx'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Table, TableCell } from '#web/ui/table.tsx'
import type { RecordSummary } from '#worker/records/contract.ts'
import { recordPath } from './record-queries.ts'

const narrow = 'md:hidden'
const wide = 'max-md:hidden'

export const RecordsTable = ({ records }: { records: readonly RecordSummary[] }) => (
  <Table
    caption="Records"
    heads={[
      'Tax ID',
      ['Name', wide],
      ['Result', wide],
      ['Created', cx('text-right max-xl:pr-5', wide)],
      ['Kept Until', 'text-right max-xl:hidden'],
    ]}
  >
    {records.map((record) => (
      <Row key={record.id} record={record} />
    ))}
  </Table>
)

function Row({ record }: { record: RecordSummary }) {
  const { id, countryCode, tin, name, createdAt, createdBy, expiresAt } = record
  return (
    <tr className="relative hover:bg-hover">
      <TableCell className="max-md:w-full max-md:max-w-0 max-md:pr-5">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <Link
            to={recordPath(id)}
            className="wrap-anywhere rounded-sm font-mono text-sm after:absolute after:inset-0 md:whitespace-nowrap"
          >
            <TaxId countryCode={countryCode} tin={tin} />
          </Link>
          <span className={narrow}>
            <State record={record} />
          </span>
        </span>
        {name ? (
          <span dir="auto" className={cx('mt-1 block truncate text-left', narrow)}>
            {name}
          </span>
        ) : null}
        <span className={cx('mt-0.5 block truncate text-muted text-sm', narrow)}>
          <Time value={createdAt} style="date-time" />
          {createdBy ? ` by ${createdBy}` : null}
        </span>
      </TableCell>
      <TableCell className={cx('w-full max-w-0', wide)}>
        <span dir="auto" className="block truncate text-left" title={name ?? undefined}>
          {name ?? '–'}
        </span>
        {createdBy ? <span className="block truncate text-faint text-xs">By {createdBy}</span> : null}
      </TableCell>
      <TableCell className={wide}>
        <State record={record} />
      </TableCell>
      <TableCell className={cx('whitespace-nowrap text-right text-muted max-xl:pr-5', wide)}>
        <Time value={createdAt} style="date-time" />
      </TableCell>
      <TableCell className="whitespace-nowrap text-right text-muted max-xl:hidden">
        <Time value={expiresAt} />
      </TableCell>
    </tr>
  )
}

const State = ({ record: { result, live, isShared } }: { record: RecordSummary }) => (
  <span className="inline-flex flex-wrap items-center gap-1.5">
    <ResultBadge result={result} />
    {live ? null : <Badge>Test</Badge>}
    {isShared ? <Badge tone="accent">Shared</Badge> : null}
  </span>
)

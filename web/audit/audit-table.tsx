import { Time } from '#web/lib/time.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import type { AuditEntry } from '#worker/audit/contract.ts'
import { isFromPaddle, sentenceOf } from './sentence-of.ts'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table
      caption="Audit trail"
      className="max-xl:stacked-rows"
      heads={['Event', 'From', ['Time', 'text-right']]}
    >
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </Table>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { device, network } = isFromPaddle(entry) ? { device: null, network: null } : entry
  const { sentence, details } = sentenceOf(entry)
  return (
    <tr className="max-xl:grid-cols-1!">
      <TableCell className="align-top xl:w-full xl:max-w-0">
        <p dir="auto" className="break-words text-left">
          {sentence}
        </p>
        {details.length > 0 ? <p className="break-words text-muted text-sm">{details.join(' · ')}</p> : null}
      </TableCell>
      <TableCell className="align-top max-xl:text-muted max-xl:text-xs xl:whitespace-nowrap xl:text-sm">
        <span className={device ? 'xl:block' : 'max-xl:hidden'}>{device ?? '–'}</span>{' '}
        <span className="tabular text-muted text-xs xl:block">{network}</span>
      </TableCell>
      <TableCell className="align-top text-muted max-xl:text-xs xl:text-right">
        <Time value={entry.createdAt} style="date-time" />
      </TableCell>
    </tr>
  )
}

export const AuditLoading = () => <LoadingRows count={10} label="Loading the audit trail" />

import { Time } from '#web/lib/time.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import type { AuditEntry } from '#worker/audit/contract.ts'
import { isFromPaddle, sentenceOf } from './sentence-of.ts'

const wide = 'max-xl:hidden'
const narrow = 'xl:hidden'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table
      caption="Audit trail"
      heads={['Event', ['From', wide], ['Time', `text-right ${wide}`]]}
      headClass="max-xl:sr-only"
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
  const time = <Time value={entry.createdAt} style="date-time" />
  return (
    <tr>
      <TableCell className="w-full max-w-0 align-top max-xl:pr-5">
        <p dir="auto" className="break-words text-left">
          {sentence}
        </p>
        {details.length > 0 ? <p className="break-words text-muted text-sm">{details.join(' · ')}</p> : null}
        <p className={`mt-1 text-muted text-xs ${narrow}`}>{time}</p>
        {device || network ? (
          <p className={`break-words text-muted text-xs ${narrow}`}>
            {[device, network].filter(Boolean).join(' · ')}
          </p>
        ) : null}
      </TableCell>
      <TableCell className={`whitespace-nowrap align-top text-sm ${wide}`}>
        <span className="block">{device ?? '–'}</span>
        <span className="tabular block text-muted text-xs">{network}</span>
      </TableCell>
      <TableCell className={`text-right align-top text-muted ${wide}`}>{time}</TableCell>
    </tr>
  )
}

export const AuditLoading = () => <LoadingRows count={10} label="Loading the audit trail" />

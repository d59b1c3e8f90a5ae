import { Time } from '#web/lib/time.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { type AuditEntry, auditEventName } from '#worker/audit/contract.ts'
import { changesOf } from './changes-of.ts'

const wide = 'max-xl:hidden'
const narrow = 'xl:hidden'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table caption="Audit trail">
      <TableHeader className="max-xl:sr-only">
        <TableRow>
          <TableHead>Event</TableHead>
          <TableHead className={wide}>Person</TableHead>
          <TableHead className={wide}>From</TableHead>
          <TableHead className={`text-right ${wide}`}>Time</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { event, subject, actorEmail, device, network } = entry
  const changes = changesOf(entry).map(
    ({ name, before, after }) => `${name}: ${before === undefined ? after : `${before} → ${after}`}`,
  )
  const person = actorEmail ?? 'Tinproof'
  const time = <Time value={entry.createdAt} style="date-time" className="whitespace-nowrap" />
  return (
    <TableRow>
      <TableCell className="align-top max-xl:w-full max-xl:max-w-0 max-xl:pr-5">
        <p className="font-medium">{auditEventName(event) ?? event}</p>
        {subject ? (
          <p dir="auto" className="break-words text-left text-sm">
            {subject}
          </p>
        ) : null}
        <p className="break-words text-muted text-sm">{changes.join(' · ')}</p>
        <p className={`mt-1 break-words text-muted text-xs ${narrow}`}>
          {person} · {time}
        </p>
        {device || network ? (
          <p className={`break-words text-muted text-xs ${narrow}`}>
            {[device, network].filter(Boolean).join(' · ')}
          </p>
        ) : null}
      </TableCell>
      <TableCell className={`max-w-56 break-words align-top ${wide}`}>{person}</TableCell>
      <TableCell className={`whitespace-nowrap align-top text-sm ${wide}`}>
        <span className="block">{device ?? '–'}</span>
        <span className="tabular block text-muted text-xs">{network}</span>
      </TableCell>
      <TableCell className={`text-right align-top text-muted ${wide}`}>{time}</TableCell>
    </TableRow>
  )
}

export const AuditLoading = () => <LoadingRows count={10} label="Loading the audit trail" />

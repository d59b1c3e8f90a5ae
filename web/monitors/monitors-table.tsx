import { Link } from 'react-router'
import { TaxId } from '#web/lib/tax-id.tsx'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Table, TableCell } from '#web/ui/table.tsx'
import type { Monitor } from '#worker/monitors/contract.ts'

const narrow = 'md:hidden'
const wide = 'max-md:hidden'

const monitorPath = ({ id }: Pick<Monitor, 'id'>): string => `${paths.monitoring}/${id}`

export function MonitorsTable({ monitors, from }: { monitors: readonly Monitor[]; from: string }) {
  return (
    <Table
      caption="Monitors"
      heads={[
        'Tax ID',
        ['Name', wide],
        ['Result', wide],
        ['Last Change', cx('text-right', wide)],
        ['Last Check', cx('text-right', wide)],
      ]}
    >
      {monitors.map((monitor) => (
        <Row key={monitor.id} monitor={monitor} from={from} />
      ))}
    </Table>
  )
}

function Row({ monitor, from }: { monitor: Monitor; from: string }) {
  const { countryCode, tin, customId, answer, changedAt, checkedAt } = monitor
  const name = answer?.name ?? monitor.name
  return (
    <tr className="relative hover:bg-hover">
      <TableCell className="max-md:w-full max-md:max-w-0 max-md:pr-5">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <Link
            to={monitorPath(monitor)}
            state={{ from }}
            className="wrap-anywhere rounded-sm font-mono text-sm after:absolute after:inset-0 md:whitespace-nowrap"
          >
            <TaxId countryCode={countryCode} tin={tin} />
          </Link>
          <span className={narrow}>
            <MonitorState monitor={monitor} />
          </span>
        </span>
        {customId ? (
          <span
            dir="auto"
            className="block truncate text-left text-faint text-xs md:max-w-48"
            title={customId}
          >
            {customId}
          </span>
        ) : null}
        <span dir="auto" className={cx('mt-1 block truncate text-left text-muted text-sm', narrow)}>
          {name}
        </span>
        {changedAt ? (
          <span className={cx('block text-muted text-sm', narrow)}>
            Changed <Time value={changedAt} style="relative" />
          </span>
        ) : null}
      </TableCell>
      <TableCell className={cx('w-full max-w-0', wide)}>
        <span dir="auto" className="block truncate text-left" title={name ?? undefined}>
          {name ?? '–'}
        </span>
      </TableCell>
      <TableCell className={wide}>
        <MonitorState monitor={monitor} />
      </TableCell>
      <TableCell className={cx('whitespace-nowrap text-right text-muted', wide)}>
        {changedAt ? <Time value={changedAt} style="relative" /> : 'None'}
      </TableCell>
      <TableCell className={cx('whitespace-nowrap text-right text-muted', wide)}>
        {checkedAt ? <Time value={checkedAt} style="relative" /> : '–'}
      </TableCell>
    </tr>
  )
}

/** The last reported result, and what keeps it from being current. */
export function MonitorState({ monitor: { answer, live, pausedBy, failingSince } }: { monitor: Monitor }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {answer ? <ResultBadge result={answer.result} /> : <Badge>Not Checked Yet</Badge>}
      {pausedBy ? <Badge>Paused</Badge> : null}
      {failingSince ? <Badge tone="unsure">No Response</Badge> : null}
      {live ? null : <Badge>Test</Badge>}
    </span>
  )
}

import { Link } from 'react-router'
import { TaxId } from '#web/lib/tax-id.tsx'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinkedRow, Table, TableCell } from '#web/ui/table.tsx'
import type { Monitor } from '#worker/monitors/contract.ts'

const monitorPath = ({ id }: Pick<Monitor, 'id'>): string => `${paths.monitoring}/${id}`

export function MonitorsTable({ monitors, from }: { monitors: readonly Monitor[]; from: string }) {
  return (
    <Table
      caption="Monitors"
      className="max-md:stacked-rows"
      heads={['Tax ID', 'Name', 'Result', ['Last Change', 'text-right'], ['Last Check', 'text-right']]}
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
    <LinkedRow className="max-md:grid-cols-[auto_1fr]!">
      <TableCell className="max-md:self-start">
        <Link
          to={monitorPath(monitor)}
          state={{ from }}
          className="wrap-anywhere rounded-sm font-mono text-sm after:absolute after:inset-0 md:whitespace-nowrap"
        >
          <TaxId countryCode={countryCode} tin={tin} />
        </Link>
      </TableCell>
      <TableCell
        className={cx(
          'max-md:order-1 max-md:col-span-2 max-md:text-muted max-md:text-sm md:w-full md:max-w-0',
          !name && !customId && 'max-md:hidden',
        )}
      >
        <span
          dir="auto"
          className={cx('block truncate text-left', !name && 'max-md:hidden')}
          title={name ?? undefined}
        >
          {name ?? '–'}
        </span>
        {customId ? (
          <span dir="auto" className="block truncate text-left text-faint text-xs" title={customId}>
            {customId}
          </span>
        ) : null}
      </TableCell>
      <TableCell className="max-md:min-w-min! max-md:self-start max-md:text-right max-md:*:justify-end xl:*:flex-nowrap">
        <MonitorState monitor={monitor} />
      </TableCell>
      <TableCell
        className={cx(
          'whitespace-nowrap text-muted max-md:order-2 max-md:text-sm md:text-right',
          !changedAt && 'max-md:hidden',
        )}
      >
        <span className="md:hidden">Changed </span>
        {changedAt ? <Time value={changedAt} style="relative" /> : 'None'}
      </TableCell>
      <TableCell className="whitespace-nowrap text-right text-muted max-md:hidden">
        {checkedAt ? <Time value={checkedAt} style="relative" /> : '–'}
      </TableCell>
    </LinkedRow>
  )
}

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

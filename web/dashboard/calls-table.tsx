import { outcomeStyles } from '#web/activity/index.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { type ActivityDay, outcomes } from '#worker/activity/contract.ts'

const cellClass = 'px-1.5 py-1.5 sm:px-3'

export function CallsTable({ days }: { days: readonly ActivityDay[] }) {
  return (
    <Table caption="Calls per day by outcome, the last 30 days in UTC" className="text-sm">
      <TableHeader>
        <TableRow>
          <TableHead className="max-sm:pr-1.5">Day</TableHead>
          {outcomes.map((outcome) => (
            <TableHead key={outcome} className="text-right max-sm:px-1.5">
              {outcomeStyles[outcome].word}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {days.toReversed().map((day) => (
          <TableRow key={day.day}>
            <th scope="row" className={cx(cellClass, 'whitespace-nowrap pl-5 text-left font-normal')}>
              {formatDay(day.day)}
            </th>
            {outcomes.map((outcome) => (
              <td key={outcome} className={cx(cellClass, 'text-right last:pr-5')}>
                {formatNumber(day[outcome])}
              </td>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

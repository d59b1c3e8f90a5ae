import { formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { outcomes } from '#worker/activity/contract.ts'
import type { Step } from './chart-steps.ts'
import { outcomeStyles } from './outcome-badge.tsx'

const cellClass = 'px-1.5 py-1.5 sm:px-3'

type StepsTableProps = { steps: readonly Step[]; unit: 'Day' | 'Hour' }

export function StepsTable({ steps, unit }: StepsTableProps) {
  return (
    <Table caption={`Calls per ${unit.toLowerCase()} by outcome`} className="text-sm">
      <TableHeader>
        <TableRow>
          <TableHead className="max-sm:pr-1.5">{unit}</TableHead>
          {outcomes.map((outcome) => (
            <TableHead key={outcome} className="text-right max-sm:px-1.5">
              {outcomeStyles[outcome].word}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {steps.toReversed().map((step) => (
          <TableRow key={step.at}>
            <th scope="row" className={cx(cellClass, 'whitespace-nowrap pl-5 text-left font-normal')}>
              {step.name}
            </th>
            {outcomes.map((outcome) => (
              <td key={outcome} className={cx(cellClass, 'text-right last:pr-5')}>
                {formatNumber(step.counts[outcome])}
              </td>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

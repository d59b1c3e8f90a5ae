import { useMemo } from 'react'
import { api, organizationHeader } from '#web/lib/api-client.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import type { Query } from '#web/lib/queries.ts'
import { fresh, useOfOrganization } from '#web/lib/swr.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import type { BatchEstimate, Estimate } from '#worker/batches/contract.ts'
import type { Preview } from './preview.ts'
import { sampleItems } from './sample-items.ts'

const SHOWN_REGISTERS = 5
const LONG_SECONDS = 60

export function EstimatePart({ numbers }: Pick<Preview, 'numbers'>) {
  const items = useMemo(() => sampleItems(numbers), [numbers])
  const { data: estimate, error } = useEstimate(items)
  if (error) return <p className="text-muted text-sm">We can't estimate the time right now.</p>
  if (!estimate) return items.length > 0 ? <Skeleton className="h-5 w-56" /> : null
  const { registers, seconds } = estimate
  const isLong = seconds > LONG_SECONDS
  const shown = isLong ? registers.slice(0, SHOWN_REGISTERS) : []
  const late = registers.reduce((sum, each) => sum + each.rowsAfterDeadline, 0)
  return (
    <div className="space-y-3">
      <p className="text-sm">
        Estimated time: <span className="font-semibold">{durationText(seconds)}</span>
        {registers.length > 0 ? '' : '. No number needs a register.'}
      </p>
      {shown.length > 0 ? (
        <div className="-mx-5 border-y">
          <Table
            caption="Estimated time by register"
            heads={['Register', ['Lookups', 'text-right'], ['Time', 'text-right']]}
          >
            {shown.map(({ id, name, rows, waiting, seconds: duration }) => (
              <tr key={id}>
                <TableCell>
                  {name}
                  {waiting > 0 ? (
                    <span className="block text-muted text-sm">
                      {formatCount(waiting, 'row')} from other batches waiting
                    </span>
                  ) : null}
                </TableCell>
                <TableCell className="tabular text-right">{formatNumber(rows)}</TableCell>
                <TableCell className="whitespace-nowrap text-right">{durationText(duration)}</TableCell>
              </tr>
            ))}
          </Table>
        </div>
      ) : null}
      {isLong && registers.length > shown.length ? (
        <p className="text-muted text-sm">
          And {formatCount(registers.length - shown.length, 'register')} with less to do.
        </p>
      ) : null}
      {late > 0 ? (
        <Banner tone="warning" title="Not every register can finish within 24 hours">
          About {formatCount(late, 'row')} will still be unconfirmed then. You can retry them for free, or
          start several smaller batches.
        </Banner>
      ) : null}
    </div>
  )
}

const { estimate } = api.tinproof.batches

const estimateQuery = (organizationId: string, items: Estimate['items']): Query<BatchEstimate> => ({
  key: `${estimate.$path()}?${organizationId} ${JSON.stringify(items)}`,
  read: async (init = {}) => {
    const response = await estimate.$post(
      { json: { items, organizationId } },
      { init, headers: organizationHeader(organizationId) },
    )
    return await response.json()
  },
})

const useEstimate = (items: Estimate['items']) =>
  useOfOrganization((id) => (items.length > 0 ? estimateQuery(id, items) : null), {
    ...fresh,
    keepPreviousData: true,
  })

const steps = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

export function durationText(seconds: number): string {
  const [length, unit] = steps.find(([each]) => seconds >= 1.5 * each) ?? [1, 'second']
  if (unit === 'second')
    return seconds < 10 ? 'a few seconds' : `about ${Math.ceil(seconds / 10) * 10} seconds`
  return `about ${Math.round(seconds / length)} ${unit}s`
}

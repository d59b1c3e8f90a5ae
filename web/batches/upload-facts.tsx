import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { type Preview, sumOf } from './preview.ts'

export function UploadFacts({ preview, left }: { preview: Preview; left: number | undefined }) {
  const { rows, duplicates, empty, problems, cost } = preview
  const facts: [string, ReactNode][] = [
    ['Rows', formatNumber(rows)],
    ['Duplicates', formatNumber(duplicates)],
    ...(empty > 0 ? [['Without a number', formatNumber(empty)] satisfies [string, string]] : []),
    ...(problems.size > 0
      ? [["Can't be validated", formatNumber(sumOf(problems))] satisfies [string, string]]
      : []),
    ['Cost', formatCount(cost, 'validation')],
    ['Left this month', left === undefined ? '–' : formatNumber(left)],
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted text-sm">{term}</dt>
          <dd className="tabular font-semibold text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { formatNumber } from '#web/lib/format.ts'
import { resultLooks } from '#web/results/index.ts'
import { cx } from '#web/ui/cx.ts'
import type { Batch } from '#worker/batches/contract.ts'
import { donePercent, doneRows, isInProgress, sharesOf } from './batch-state.ts'

/** One bar for all rows. Rows without an answer are the empty rest. */
export function ResultBar({ batch }: { batch: Batch }) {
  return (
    <div
      role="progressbar"
      aria-label="Rows with a result"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={donePercent(batch)}
      aria-valuetext={`${formatNumber(doneRows(batch))} of ${formatNumber(batch.rows)} rows`}
      className="flex h-2.5 overflow-hidden rounded-full bg-idle-soft ring-1 ring-idle-line ring-inset"
    >
      {sharesOf(batch).map(({ part, percent }) =>
        part === 'pending' || percent === 0 ? null : (
          <div
            key={part}
            className={cx('h-full min-w-0.5 transition-[width]', resultLooks[part].fill)}
            style={{ width: `${percent}%` }}
          />
        ),
      )}
    </div>
  )
}

export function ResultCounts({ batch }: { batch: Batch }) {
  const shares = sharesOf(batch).filter(({ part, count }) =>
    part === 'pending' ? isInProgress(batch.state) : count > 0,
  )
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
      {shares.map(({ part, count }) => {
        const look = part === 'pending' ? undefined : resultLooks[part]
        return (
          <div key={part}>
            <dt className={cx('flex items-center gap-1.5 text-sm', look ? look.ink : 'text-muted')}>
              {look ? <look.Icon aria-hidden className="size-4 shrink-0" /> : null}
              {look ? look.word : 'Pending'}
            </dt>
            <dd className="tabular font-semibold text-xl tracking-tight">{formatNumber(count)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

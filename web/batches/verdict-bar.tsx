import { formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import type { Batch } from '#worker/batches/contract.ts'
import { donePercent, isInProgress, sharesOf } from './batch-state.ts'
import { verdictStyles } from './row-verdict.tsx'

/** One bar for all rows. Rows without an answer are the empty rest. */
export function VerdictBar({ batch, className }: { batch: Batch; className?: string }) {
  const { rows, pending } = batch
  return (
    <div
      role="progressbar"
      aria-label="Rows with a result"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={donePercent(batch)}
      aria-valuetext={`${formatNumber(rows - pending)} of ${formatNumber(rows)} rows`}
      className={cx(
        'flex h-2.5 overflow-hidden rounded-full bg-idle-soft ring-1 ring-idle-line ring-inset',
        className,
      )}
    >
      {sharesOf(batch).map(({ part, percent }) =>
        part === 'pending' || percent === 0 ? null : (
          <div
            key={part}
            className={cx('h-full min-w-0.5 transition-[width]', verdictStyles[part].fill)}
            style={{ width: `${percent}%` }}
          />
        ),
      )}
    </div>
  )
}

export function VerdictCounts({ batch }: { batch: Batch }) {
  const shares = sharesOf(batch).filter(({ part }) => part !== 'pending' || isInProgress(batch.state))
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
      {shares.map(({ part, count }) => {
        const style = part === 'pending' ? undefined : verdictStyles[part]
        return (
          <div key={part}>
            <dt className={cx('flex items-center gap-1.5 text-sm', style ? style.text : 'text-muted')}>
              {style ? <style.Icon aria-hidden className="size-4 shrink-0" /> : null}
              {style ? style.word : 'Pending'}
            </dt>
            <dd className="tabular font-semibold text-xl tracking-tight">{formatNumber(count)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

import { useId } from 'react'
import { Link } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { resultLooks } from '#web/results/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Batch } from '#worker/batches/contract.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/organizations/contract.ts'
import {
  batchName,
  donePercent,
  doneRows,
  isInProgress,
  sharesOf,
  stateTones,
  stateWords,
} from './batch-state.ts'

export function ProgressCard({ batch }: { batch: Batch }) {
  const { state, rows, registers, failure } = batch
  return (
    <Card
      title={batchName(batch)}
      description={
        <>
          Started <Time value={batch.createdAt} style="date-time" />
          {batch.createdBy ? ` by ${batch.createdBy}` : null}
          {startedWith(batch)}
        </>
      }
      action={<StateBadge batch={batch} />}
    >
      <CardContent className="space-y-5">
        {failure ? (
          <Banner
            tone="critical"
            title="This batch failed"
            action={
              <LinkButton to={paths.batches} variant="secondary" size="sm">
                New Batch
              </LinkButton>
            }
          >
            {failure.message}
          </Banner>
        ) : null}
        <div className="space-y-2">
          <p className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span role="status">
              {formatNumber(doneRows(batch))} of {formatCount(rows, 'row')} done
            </span>
            <Timing batch={batch} />
          </p>
          <ResultBar batch={batch} />
        </div>
        <ResultCounts batch={batch} />
        {state === 'processing' && registers.length > 0 ? <Waits registers={registers} /> : null}
        <Cost batch={batch} />
      </CardContent>
    </Card>
  )
}

/** The dashboard uses the `default` token. */
function startedWith({ tokenName }: Batch): string | null {
  if (tokenName === null) return null
  return tokenName === DEFAULT_TOKEN_NAME ? ' in the dashboard' : ` with the token "${tokenName}"`
}

export const StateBadge = ({ batch: { state, live } }: { batch: Batch }) => (
  <span className="inline-flex flex-wrap items-center gap-1.5 lg:justify-end">
    <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
    {live ? null : <Badge>Test</Badge>}
  </span>
)

function Timing({ batch }: { batch: Batch }) {
  const [label, at] = timingOf(batch)
  return at ? (
    <span className="text-muted">
      {label} <Time value={at} style="date-time" />
    </span>
  ) : null
}

function timingOf({ state, estimatedEndAt, completedAt, canceledAt, deadlineAt }: Batch) {
  if (state === 'completed') return ['Completed', completedAt] as const
  if (state === 'canceled') return ['Canceled', canceledAt] as const
  if (!isInProgress(state)) return []
  return estimatedEndAt ? (['Estimated end:', estimatedEndAt] as const) : (['Ends by', deadlineAt] as const)
}

function Waits({ registers }: Pick<Batch, 'registers'>) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={titleId} className="font-medium text-sm">
          Waiting for registers
        </h3>
        <Link to={paths.registers} className="touch-target text-accent-text text-sm hover:underline">
          Register status
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line rounded-md border">
        {registers.map(({ id, name, waiting, reason, message, nextAt, estimatedEndAt }) => (
          <li key={id} className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[1fr_auto]">
            <span className="font-medium">{name}</span>
            <span className="tabular sm:text-right">{formatCount(waiting, 'row')}</span>
            <span className={reason === 'RATE' ? 'text-muted' : 'text-unsure'}>{message}</span>
            <span className="text-muted sm:text-right">
              {estimatedEndAt ? (
                <>
                  Done by <Time value={estimatedEndAt} style="date-time" />
                </>
              ) : (
                <>
                  Continues <Time value={nextAt} style="date-time" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cost({ batch: { cost, duplicateRows, expiresAt } }: { batch: Batch }) {
  const parts = [
    `Cost: ${formatCount(cost.reserved - cost.returned, 'validation')}.`,
    cost.returned > 0 ? `${formatNumber(cost.returned)} returned to your quota.` : '',
    duplicateRows > 0 ? `${formatCount(duplicateRows, 'duplicate')} for free.` : '',
  ]
  return (
    <p className="text-muted text-sm">
      {parts.filter(Boolean).join(' ')}
      {expiresAt ? (
        <>
          {' '}
          Results are deleted on <Time value={expiresAt} />.
        </>
      ) : null}
    </p>
  )
}

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

function ResultCounts({ batch }: { batch: Batch }) {
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
              {look ? <look.Icon className="size-4 shrink-0" /> : null}
              {look ? look.word : 'Pending'}
            </dt>
            <dd className="tabular font-semibold text-xl tracking-tight">{formatNumber(count)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

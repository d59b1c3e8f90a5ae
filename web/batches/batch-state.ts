import { formatDateTime } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { type Batch, type BatchState, type RowResult, rowResults } from '#worker/batches/contract.ts'

export const isInProgress = (state: BatchState): boolean => state === 'receiving' || state === 'processing'

export const stateWords: Readonly<Record<BatchState, string>> = {
  receiving: 'Uploading',
  processing: 'In progress',
  completed: 'Completed',
  canceled: 'Canceled',
  failed: 'Failed',
}

export const stateTones = {
  receiving: 'accent',
  processing: 'accent',
  completed: 'valid',
  canceled: 'neutral',
  failed: 'invalid',
} as const satisfies Record<BatchState, string>

export type Share = { part: RowResult | 'pending'; count: number; percent: number }

export function sharesOf({
  rows,
  pendingRows,
  counts,
}: Pick<Batch, 'rows' | 'pendingRows' | 'counts'>): Share[] {
  const parts = { ...counts, pending: pendingRows }
  const order = [...rowResults, 'pending'] as const
  return order.map((part) => ({
    part,
    count: parts[part],
    percent: rows === 0 ? 0 : (parts[part] / rows) * 100,
  }))
}

/** A batch that has ended early has no pending rows, and no results of some. */
export const doneRows = ({ counts }: Pick<Batch, 'counts'>): number =>
  rowResults.reduce((sum, result) => sum + counts[result], 0)

/** Until a retry has looked a row up again, its first result remains. */
export const readableRows = (batch: Pick<Batch, 'counts' | 'rows' | 'retryUntil'>): number =>
  batch.retryUntil === null ? doneRows(batch) : batch.rows

/** Never 100 before the last row is done. */
export const donePercent = ({ rows, counts }: Pick<Batch, 'rows' | 'counts'>): number =>
  rows === 0 ? 0 : Math.floor((doneRows({ counts }) / rows) * 100)

export const batchName = ({ name, createdAt }: Pick<Batch, 'name' | 'createdAt'>): string =>
  name ?? `Batch of ${formatDateTime(createdAt)}`

export const batchPath = (batchId: string): string => `${paths.batches}/${batchId}`

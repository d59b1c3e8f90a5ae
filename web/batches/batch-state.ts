import { formatDateTime } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { type Batch, type BatchState, type RowResult, rowResults } from '#worker/batches/contract.ts'

export const isInProgress = (state: BatchState): boolean =>
  state === 'receiving' || state === 'processing' || state === 'canceling'

export const stateWords: Readonly<Record<BatchState, string>> = {
  receiving: 'Uploading',
  processing: 'In progress',
  canceling: 'Canceling',
  completed: 'Completed',
  canceled: 'Canceled',
  failed: 'Failed',
}

export const stateTones = {
  receiving: 'accent',
  processing: 'accent',
  canceling: 'neutral',
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

/** Never 100 before the last row is done. */
export const donePercent = ({ rows, pendingRows }: Pick<Batch, 'rows' | 'pendingRows'>): number =>
  rows === 0 ? 0 : Math.floor(((rows - pendingRows) / rows) * 100)

export const batchName = ({ name, createdAt }: Pick<Batch, 'name' | 'createdAt'>): string =>
  name ?? `Batch of ${formatDateTime(createdAt)}`

export const batchPath = (batchId: string): string => `${paths.batches}/${batchId}`

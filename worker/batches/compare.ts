import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { comparable } from '#worker/lib/text.ts'
import { type BatchChange, type BatchChanges, type BatchResult, MAX_LISTED_CHANGES } from './contract.ts'
import { readBatch } from './get.ts'
import { resultsOf } from './read-chunks.ts'
import type { BatchId } from './state.ts'
import { rowKey } from './upload-contract/batch-row.ts'

type Known = BatchChange['before'] & object

/**
 * Rows match by `customId`, or else by number. If an ID has several numbers in a batch, its rows match by both. Of rows that
 * match each other in one batch, the first counts. Counts all changes and lists the first 1,000 of each kind.
 */
export async function compareBatches(
  ctx: Context,
  { since, ...id }: BatchId & { since: string },
): Promise<BatchChanges> {
  await Promise.all([assertFinished(ctx, id), assertFinished(ctx, { ...id, batchId: since })])
  const repeated = new Set([
    ...(await idsOfSeveralNumbers(ctx, since)),
    ...(await idsOfSeveralNumbers(ctx, id.batchId)),
  ])
  const keyOf = (row: BatchResult) => {
    const { customId } = row
    if (!customId) return numberOf(row)
    return repeated.has(customId) ? `id ${customId} ${numberOf(row)}` : `id ${customId}`
  }
  const earlier = new Map<string, { customId: string | null; before: Known }>()
  for await (const row of rowsOf(ctx, since)) {
    const key = keyOf(row)
    if (!earlier.has(key)) earlier.set(key, { customId: row.customId, before: stateOf(row) })
  }
  const counts = { new: 0, changed: 0, gone: 0 }
  const changes: BatchChange[] = []
  const add = (change: BatchChange) => {
    counts[change.change]++
    if (counts[change.change] <= MAX_LISTED_CHANGES) changes.push(change)
  }
  const seen = new Set<string>()
  for await (const row of rowsOf(ctx, id.batchId)) {
    const key = keyOf(row)
    if (seen.has(key)) continue
    seen.add(key)
    const before = earlier.get(key)?.before ?? null
    const after = stateOf(row)
    if (!before) add({ change: 'new', customId: row.customId, before, after })
    else if (isChanged(before, after)) add({ change: 'changed', customId: row.customId, before, after })
  }
  for (const [key, gone] of earlier) if (!seen.has(key)) add({ change: 'gone', ...gone, after: null })
  return { counts, changes }
}

async function assertFinished(ctx: Context, id: BatchId): Promise<void> {
  const { state } = await readBatch(ctx, id)
  if (state !== 'completed') throw new AppError('BATCH_NOT_FOUND')
}

async function* rowsOf(ctx: Context, batchId: string) {
  for await (const results of resultsOf(ctx, batchId)) yield* results
}

async function idsOfSeveralNumbers(ctx: Context, batchId: string): Promise<Set<string>> {
  const numbers = new Map<string, string>()
  const repeated = new Set<string>()
  for await (const row of rowsOf(ctx, batchId)) {
    if (!row.customId) continue
    const number = numberOf(row)
    if ((numbers.get(row.customId) ?? number) !== number) repeated.add(row.customId)
    numbers.set(row.customId, number)
  }
  return repeated
}

const numberOf = ({ countryCode, tin }: Pick<BatchResult, 'countryCode' | 'tin'>) =>
  rowKey({ countryCode: countryCode ?? '', tin: tin ?? '' })

const stateOf = ({ countryCode, tin, result, entity }: BatchResult): Known => ({
  countryCode,
  tin,
  result,
  registeredName: entity.name,
})

/** The name changes only if both registers' answers have one, and not if it is written with other spaces or punctuation. */
const isChanged = (before: Known, after: Known) =>
  before.result !== after.result ||
  numberOf(before) !== numberOf(after) ||
  (before.registeredName !== null &&
    after.registeredName !== null &&
    comparable(before.registeredName) !== comparable(after.registeredName))

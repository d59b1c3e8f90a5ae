import { batches, monitors } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { MAX_ROWS } from '#worker/batches/constants.ts'
import type { BatchResult } from '#worker/batches/contract.ts'
import { checkMonitorsSoon } from '#worker/batches/enqueue.ts'
import { resultsOf } from '#worker/batches/read-chunks.ts'
import { isBatch } from '#worker/batches/state.ts'
import type { BatchRow, Item } from '#worker/batches/upload-contract/batch-row.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { inTransaction } from '#worker/transaction.ts'
import { type Imported, type InvalidRow, MAX_INVALID_ROWS, type MonitorInterval } from './contract.ts'
import {
  type Creator,
  hasNumber,
  type Inspected,
  inspectNumber,
  limitChanges,
  type NewNumber,
  newMonitor,
  readLimit,
} from './create.ts'

type Row = { line: number; number: NewNumber } | InvalidRow
type Rows = AsyncIterable<readonly Row[]>

/** Rows beyond the plan's limit are only counted. Safe to repeat. */
export async function importMonitors(
  ctx: Context,
  creator: Creator,
  { rows, every }: { rows: Rows; every: MonitorInterval },
): Promise<Imported> {
  const imported: Imported = { created: 0, existing: 0, invalid: 0, overLimit: 0, invalidRows: [] }
  for await (const part of rows) {
    if (imported.overLimit > 0) {
      imported.overLimit += part.length
      continue
    }
    const rows = await Promise.all(part.map((row) => inspectRow(ctx, creator, row)))
    const inspected = rows.filter((row) => 'hashes' in row)
    const invalid = rows.filter((row) => 'reason' in row)
    const { created, existing } = await addMonitors(ctx, creator, { inspected, every })
    imported.created += created
    imported.existing += existing
    imported.invalid += invalid.length
    imported.invalidRows = [...imported.invalidRows, ...invalid].slice(0, MAX_INVALID_ROWS)
    imported.overLimit += inspected.length - created - existing
  }
  return imported
}

async function inspectRow(ctx: Context, creator: Creator, row: Row): Promise<Inspected | InvalidRow> {
  if ('reason' in row) return row
  try {
    return await inspectNumber(ctx, creator, row.number)
  } catch (error) {
    if (error instanceof AppError) return { line: row.line, reason: error.message }
    throw error
  }
}

type Part = { inspected: readonly Inspected[]; every: MonitorInterval }

const addMonitors = (ctx: Context, creator: Creator, { inspected, every }: Part) =>
  inTransaction(ctx, async (tx) => {
    await lockChanger(tx, { ...creator, userId: creator.createdBy })
    const { count, limit } = await readLimit(tx, creator)
    const hashes = inspected.flatMap((each) => each.hashes)
    const existing = await tx
      .select({ hash: monitors.numberHash })
      .from(monitors)
      .where(hasNumber(creator, hashes))
    const known = new Set(existing.map(({ hash }) => hash))
    const added = inspected.filter((each) => {
      const isNew = each.hashes.every((hash) => !known.has(hash))
      for (const hash of each.hashes) known.add(hash)
      return isNew
    })
    const fitting = added.slice(0, Math.max(0, limit - count))
    const created = fitting.length
    if (created > 0) {
      const values = await Promise.all(fitting.map((each) => newMonitor(ctx, creator, { ...each, every })))
      await tx.insert(monitors).values(values)
      checkMonitorsSoon(tx)
      const { organizationId } = creator
      await limitChanges(tx, organizationId, created)
      await audit(tx, { event: 'monitor.imported', organizationId, after: { created, every } })
    }
    return { created, existing: inspected.length - added.length }
  })

export async function* numbersOfRows(
  rows: AsyncIterable<readonly BatchRow[]>,
): AsyncGenerator<Row[], void, void> {
  let count = 0
  for await (const part of rows) {
    count += part.length
    if (count > MAX_ROWS) throw new AppError('TOO_MANY_ROWS')
    yield part.map(({ line, problem, item }) =>
      problem ? { line, reason: problem.message } : { line, number: numberOfItem(item) },
    )
  }
}

const numberOfItem = ({ countryCode, tin, type, kind, name, customId }: Item): NewNumber => ({
  countryCode,
  tin,
  type,
  kind,
  name,
  customId: customId ?? undefined,
})

export async function numbersOfBatch(
  ctx: Context,
  { organizationId, live }: Creator,
  batchId: string,
): Promise<Rows> {
  const [batch] = await ctx.db
    .select({ live: batches.live })
    .from(batches)
    .where(isBatch({ organizationId, batchId }))
  if (batch?.live !== live) throw new AppError('BATCH_NOT_FOUND')
  return readNumbers(ctx, batchId)
}

async function* readNumbers(ctx: Context, batchId: string) {
  for await (const results of resultsOf(ctx, batchId)) yield results.map(rowOfResult)
}

function rowOfResult({ line, reason, countryCode, tin, name, customId, ...result }: BatchResult): Row {
  if (countryCode === null || tin === null || !result.isFormatValid) return { line, reason }
  const { type } = result.additionalInfo
  return {
    line,
    number: { countryCode, tin, type, name: name ?? undefined, customId: customId ?? undefined },
  }
}

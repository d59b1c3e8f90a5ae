import type { Queries } from '#db/client.ts'
import { batches, monitors } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { MAX_ROWS } from '#worker/batches/constants.ts'
import type { BatchResult } from '#worker/batches/contract.ts'
import { checkMonitorsSoon } from '#worker/batches/enqueue.ts'
import { resultsOf } from '#worker/batches/read-chunks.ts'
import { isBatch } from '#worker/batches/state.ts'
import type { BatchRow, Item } from '#worker/batches/upload-contract/batch-row.ts'
import type { Context } from '#worker/context.ts'
import { AppError, asAppError } from '#worker/errors.ts'
import { groupsOf } from '#worker/lib/groups-of.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { inTransaction } from '#worker/transaction.ts'
import { type Imported, type InvalidRow, MAX_LISTED_INVALID_ROWS, type MonitorInterval } from './contract.ts'
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
type Found = Pick<Inspected, 'hashes'> & { monitor: Awaited<ReturnType<typeof newMonitor>> }

/** Creates all monitors at the end, so a failed import creates none. Rows beyond the plan's limit are only counted. */
export async function importMonitors(
  ctx: Context,
  creator: Creator,
  { rows, every }: { rows: Rows; every: MonitorInterval },
): Promise<Imported> {
  const { count, limit } = await readLimit(ctx.db, creator)
  const room = Math.max(0, limit - count)
  const imported: Imported = { created: 0, existing: 0, invalid: 0, overLimit: 0, invalidRows: [] }
  const known = new Set<string>()
  const found: Found[] = []
  for await (const part of rows) {
    const rows = await Promise.all(part.map((row) => inspectRow(ctx, creator, row)))
    const inspected = rows.filter((row) => 'hashes' in row)
    const invalid = rows.filter((row) => 'reason' in row)
    for (const hash of await monitoredHashes(ctx.db, creator, inspected)) known.add(hash)
    const added = inspected.filter(({ hashes }) => {
      const isNew = hashes.every((hash) => !known.has(hash))
      for (const hash of hashes) known.add(hash)
      return isNew
    })
    // Before the organization is locked: encrypting many takes seconds.
    const encrypt = async (each: Inspected) => ({
      hashes: each.hashes,
      monitor: await newMonitor(ctx, creator, { ...each, every }),
    })
    const fitting = added.slice(0, room - found.length)
    for (const each of await Promise.all(fitting.map(encrypt))) found.push(each)
    imported.overLimit += added.length - fitting.length
    imported.existing += inspected.length - added.length
    imported.invalid += invalid.length
    imported.invalidRows = [...imported.invalidRows, ...invalid].slice(0, MAX_LISTED_INVALID_ROWS)
  }
  const { created, existing, overLimit } = await addMonitors(ctx, creator, found, every)
  return {
    ...imported,
    created,
    existing: imported.existing + existing,
    overLimit: imported.overLimit + overLimit,
  }
}

async function inspectRow(ctx: Context, creator: Creator, row: Row): Promise<Inspected | InvalidRow> {
  if ('reason' in row) return row
  const inspected = await inspectNumber(ctx, creator, row.number).catch(asAppError)
  return inspected instanceof AppError ? { line: row.line, reason: inspected.message } : inspected
}

async function monitoredHashes(
  db: Queries,
  creator: Creator,
  numbers: readonly Pick<Inspected, 'hashes'>[],
): Promise<Set<string>> {
  const hashes = numbers.flatMap((each) => each.hashes)
  const rows = await db.select({ hash: monitors.numberHash }).from(monitors).where(hasNumber(creator, hashes))
  return new Set(rows.map(({ hash }) => hash))
}

/** A statement has at most 65,535 values. */
const MONITORS_PER_INSERT = 1_000

const addMonitors = (ctx: Context, creator: Creator, found: readonly Found[], every: MonitorInterval) =>
  inTransaction(ctx, async (tx) => {
    await lockChanger(tx, { ...creator, userId: creator.createdBy })
    const { count, limit } = await readLimit(tx, creator)
    // Another import may have added some since they were read.
    const known = await monitoredHashes(tx, creator, found)
    const added = found.filter(({ hashes }) => hashes.every((hash) => !known.has(hash)))
    const fitting = added.slice(0, Math.max(0, limit - count))
    const created = fitting.length
    for (const group of groupsOf(fitting, MONITORS_PER_INSERT))
      await tx.insert(monitors).values(group.map(({ monitor }) => monitor))
    if (created > 0) {
      checkMonitorsSoon(tx)
      const { organizationId } = creator
      await limitChanges(tx, organizationId, created)
      await audit(tx, { event: 'monitor.imported', organizationId, after: { created, every } })
    }
    return { created, existing: found.length - added.length, overLimit: added.length - created }
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

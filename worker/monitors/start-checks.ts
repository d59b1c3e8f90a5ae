import {
  and,
  asc,
  eq,
  inArray,
  isNull,
  lte,
  min,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
} from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { batchChunks, batches, monitors, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { encryptBlob } from '#worker/batches/blobs.ts'
import { ROWS_PER_CHUNK } from '#worker/batches/create.ts'
import { enqueue } from '#worker/batches/enqueue.ts'
import type { BatchRow } from '#worker/batches/upload-contract/batch-row.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { logError } from '#worker/lib/log.ts'
import { pick } from '#worker/lib/pick.ts'
import { lockOrganization } from '#worker/locks.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { CHECK_HOURS } from './contract.ts'
import { readLimit } from './create.ts'
import { type Group, isOf, openOutage } from './group.ts'
import { decryptMonitor } from './secrets.ts'

const BATCHES_PER_RUN = 100

const isDue = and(lte(monitors.nextCheckAt, now), isNull(monitors.batchId))

/** Live checks of a register that is down wait. Those that began before find out when it answers again. */
export const hasNoOutage = (db: Queries) => or(not(monitors.live), notExists(openOutage(db)))

/**
 * Makes internal batches of due checks: one for each organization and register, so that a register that is down holds up
 * only its own. A number of a lost key holds up no other, while fewer than a chunk of them are due. Returns how many.
 */
export async function startChecks(ctx: Context): Promise<number> {
  let started = 0
  while (started < BATCHES_PER_RUN) {
    const groups = await ctx.db
      .select({ ...pick(monitors, 'organizationId', 'live', 'register') })
      .from(monitors)
      .innerJoin(organizations, eq(organizations.id, monitors.organizationId))
      .where(and(isDue, eq(organizations.status, 'ACTIVE'), hasNoOutage(ctx.db)))
      .groupBy(monitors.organizationId, monitors.live, monitors.register)
      .orderBy(asc(min(monitors.nextCheckAt)))
      .limit(BATCHES_PER_RUN - started)
    let failed = 0
    for (const group of groups) {
      await inTransaction(ctx, (tx) => startBatch(tx, group)).catch((error: unknown) => {
        logError('start checks', error, ctx.requestId)
        failed++
      })
    }
    started += groups.length
    if (failed === groups.length) break
  }
  return started
}

async function startBatch(tx: Transaction, group: Group): Promise<void> {
  const { ctx } = tx
  const { organizationId, live } = group
  await pauseBeyondLimit(tx, group)
  const due = await tx
    .select(pick(monitors, 'id', 'countryCode', 'details', 'answer', 'differsSince', 'checkedAt'))
    .from(monitors)
    .where(and(isOf(group), isDue))
    .orderBy(asc(monitors.nextCheckAt), asc(monitors.id))
    .limit(ROWS_PER_CHUNK)
    .for('no key update', { skipLocked: true })
  if (due.length === 0) return
  const batchId = `batch_${randomBase62(22)}`
  let failure: unknown
  const skip = (error: unknown) => {
    failure = error
    return []
  }
  const read = await Promise.all(due.map((monitor, index) => toRow(ctx, monitor, index).catch(skip)))
  const rows = read.flat()
  // Numbers of a lost key stay due, so that an alert counts them.
  if (rows.length === 0) throw failure
  if (failure) logError('start checks', failure, ctx.requestId)
  await tx.insert(batches).values({
    id: batchId,
    organizationId,
    requestId: crypto.randomUUID(),
    state: 'processing',
    live,
    source: true,
    fresh: true,
    isMonitoring: true,
    rowCount: rows.length,
    pendingCount: rows.length,
    reservedAt: now,
    processingAt: now,
    deadlineAt: secondsFromNow(CHECK_HOURS * 3_600),
  })
  const input = await encryptBlob(ctx, { batchId, part: 'input 0' }, rows)
  await tx.insert(batchChunks).values({ batchId, number: 0, input })
  const ids = rows.flatMap(({ item }) => item.customId ?? [])
  await tx.update(monitors).set({ batchId }).where(inArray(monitors.id, ids))
  tx.afterCommit(() => enqueue(ctx, [{ batchId }]))
}

const isOfOwner = ({ organizationId, live }: Group): SQL | undefined =>
  and(eq(monitors.organizationId, organizationId), eq(monitors.live, live))

async function pauseBeyondLimit(tx: Transaction, group: Group): Promise<void> {
  const isActive = isNull(monitors.pausedBy)
  await lockOrganization(tx, group.organizationId)
  const { count, limit } = await readLimit(tx, group, isActive)
  if (count <= limit) return
  const oldest = tx
    .select({ id: monitors.id })
    .from(monitors)
    .where(and(isOfOwner(group), isActive))
    .orderBy(asc(monitors.createdAt), asc(monitors.id))
    .limit(limit)
  const others = tx
    .select({ id: monitors.id })
    .from(monitors)
    .where(and(isOfOwner(group), isActive, notInArray(monitors.id, oldest)))
    .orderBy(monitors.id)
    .for('no key update')
  await tx
    .update(monitors)
    .set({ pausedBy: 'plan', nextCheckAt: null, failingSince: null })
    .where(inArray(monitors.id, others))
}

type Due = Pick<
  typeof monitors.$inferSelect,
  'id' | 'countryCode' | 'details' | 'answer' | 'differsSince' | 'checkedAt'
>

async function toRow(ctx: Context, monitor: Due, index: number): Promise<BatchRow> {
  const { id, countryCode, differsSince, checkedAt } = monitor
  const { details } = await decryptMonitor(ctx, monitor)
  const { tin, type, name, sandbox } = details
  const changed = checkedAt === null ? 'registered' : 'ended'
  return {
    line: index + 1,
    cells: null,
    cost: 0,
    ...(differsSince && { asksFallback: true }),
    item: {
      customId: id,
      countryCode,
      tin,
      type,
      name,
      sandbox: sandbox === 'changes_tomorrow' || sandbox === 'webhook_fails' ? changed : sandbox,
    },
  }
}

import { and, inArray } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Batch } from './contract.ts'
import { endBatch } from './end.ts'
import { type BatchId, isBatch, readBatch } from './get.ts'

/** Who changes a batch: managers and API tokens any of their organization, members their own. */
export type BatchChange = BatchId & { member: { userId: number; mayManageAll: boolean } | null }

/** Throws BATCH_NOT_FOUND, ROLE_TOO_LOW. */
export async function findChangeable(ctx: Context, { member, ...id }: BatchChange) {
  const [batch] = await ctx.db
    .select({ createdBy: batches.createdBy, reservedAt: batches.reservedAt, name: batches.name })
    .from(batches)
    .where(isBatch(id))
  if (!batch) throw new AppError('BATCH_NOT_FOUND')
  if (member && !member.mayManageAll && batch.createdBy !== member.userId) throw new AppError('ROLE_TOO_LOW')
  return { hasStarted: batch.reservedAt !== null, subject: batch.name ?? id.batchId }
}

/** What is being looked up now still gets its answer. Throws BATCH_NOT_FOUND, ROLE_TOO_LOW, BATCH_ENDED. */
export async function cancelBatch(ctx: Context, change: BatchChange): Promise<Batch> {
  const { organizationId } = change
  const { subject } = await findChangeable(ctx, change)
  const cancelled = ctx.db.$with('cancelled').as(
    ctx.db
      .update(batches)
      .set({ state: 'cancelling', cancellingAt: now })
      .where(and(isBatch(change), inArray(batches.state, ['receiving', 'processing'])))
      .returning({ id: batches.id, reservedAt: batches.reservedAt }),
  )
  const audit = auditPart(ctx, { event: 'batch.cancelled', organizationId, subject }, cancelled)
  const [found] = await ctx.db.with(cancelled, audit).select().from(cancelled)
  // An upload that goes on ends the batch itself.
  if (found?.reservedAt) await endBatch(ctx, change.batchId, { to: 'cancelled' })
  const batch = await readBatch(ctx, change)
  if (!found && batch.state !== 'cancelling') throw new AppError('BATCH_ENDED')
  return batch
}

/** Its results, too. Throws BATCH_NOT_FOUND, ROLE_TOO_LOW, BATCH_RECEIVING. */
export async function deleteBatch(ctx: Context, change: BatchChange): Promise<void> {
  const { organizationId, batchId } = change
  const { hasStarted, subject } = await findChangeable(ctx, change)
  const isEnded = inArray(batches.state, ['completed', 'cancelled', 'failed'])
  const entry = { event: 'batch.deleted', organizationId, subject } as const
  if (hasStarted && (await endBatch(ctx, batchId, { to: 'deleted', audit: entry }))) return
  const deleted = ctx.db.$with('deleted').as(
    ctx.db
      .delete(batches)
      .where(and(isBatch(change), isEnded))
      .returning({ id: batches.id }),
  )
  const audit = auditPart(ctx, entry, deleted)
  const rows = await ctx.db.with(deleted, audit).select().from(deleted)
  if (rows.length === 0) throw new AppError('BATCH_RECEIVING')
}

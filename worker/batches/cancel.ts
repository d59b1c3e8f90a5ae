import { eq } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { assertMayChange } from '#worker/membership/permissions.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import type { Batch } from './contract.ts'
import { endBatch, returnCost } from './end.ts'
import { readBatch } from './get.ts'
import { type BatchId, type BatchRecord, isBatch, isInProgress, lockBatch } from './state.ts'

export type BatchChange = BatchId & { userId: number | null }

export async function lockChangeable(
  tx: Transaction,
  change: BatchChange,
): Promise<BatchRecord & { subject: string }> {
  const changer = await lockChanger(tx, change)
  const batch = await lockBatch(tx, isBatch(change))
  if (!batch) throw new AppError('BATCH_NOT_FOUND')
  assertMayChange(changer, batch)
  return { ...batch, subject: batch.name ?? batch.id }
}

export async function cancelBatch(ctx: Context, change: BatchChange): Promise<Batch> {
  await inTransaction(ctx, async (tx) => {
    const batch = await lockChangeable(tx, change)
    if (!isInProgress(batch)) throw new AppError('BATCH_ENDED')
    await audit(tx, {
      event: 'batch.canceled',
      organizationId: batch.organizationId,
      subject: batch.subject,
    })
    await endBatch(tx, batch, { to: 'canceled' })
  })
  return readBatch(ctx, change)
}

export const deleteBatch = (ctx: Context, change: BatchChange): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const batch = await lockChangeable(tx, change)
    const { id, organizationId, subject } = batch
    if (isInProgress(batch)) await returnCost(tx, batch)
    await tx.delete(batches).where(eq(batches.id, id))
    await audit(tx, { event: 'batch.deleted', organizationId, subject })
  })

import { and, eq, exists, gt, isNotNull, not, sql } from 'drizzle-orm'
import { batchChunks, batches, batchLookups, batchPartitions } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { type AuditEntry, insertAudit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { returnCalls, returnToRedis } from '#worker/quota/reserve-calls.ts'
import { inProgress, retentionEnd } from './state.ts'

type End = {
  to: 'cancelled' | 'failed' | 'deleted'
  failureCode?: string | undefined
  /** Calls that were reserved for a batch that hasn't started. */
  reserved?: { cost: number; at: Date } | undefined
  audit?: AuditEntry
}

/**
 * Ends a batch in progress: gives back what its rows without an answer cost, and deletes their input. `cancelled` waits
 * until nothing is being looked up. Returns whether it ended.
 */
export async function endBatch(
  ctx: Context,
  batchId: string,
  { to, failureCode, reserved, audit }: End,
): Promise<boolean> {
  const { db } = ctx
  const [batch] = await db
    .select({
      organizationId: batches.organizationId,
      tokenId: batches.tokenId,
      pendingCost: batches.pendingCost,
      reservedAt: batches.reservedAt,
    })
    .from(batches)
    .where(and(eq(batches.id, batchId), inProgress))
  if (!batch) return false
  const endId = crypto.randomUUID()
  const isEnded = exists(
    db
      .select({ one: sql`1` })
      .from(batches)
      .where(and(eq(batches.id, batchId), eq(batches.endId, endId))),
  )
  const at = reserved?.at ?? batch.reservedAt
  const calls = reserved?.cost ?? batch.pendingCost
  const returned = { organizationId: batch.organizationId, tokenId: batch.tokenId, calls }
  const isBusy = to === 'cancelled' ? not(hasLease(ctx, batchId)) : undefined
  const state = to === 'deleted' ? 'cancelled' : to
  const [ended] = await db.batch([
    db
      .update(batches)
      .set({
        state,
        [state === 'failed' ? 'failedAt' : 'cancelledAt']: now,
        failureCode: failureCode ?? null,
        endId,
        returnedCost: sql`${batches.returnedCost} + ${calls}::int`,
        pendingCount: 0,
        pendingCost: 0,
        deleteAt: retentionEnd,
      })
      .where(and(eq(batches.id, batchId), inProgress, eq(batches.pendingCost, batch.pendingCost), isBusy))
      .returning({ id: batches.id }),
    ...(at && calls > 0 ? returnCalls(db, { ...returned, at, condition: isEnded }) : []),
    db
      .update(batchChunks)
      .set({ input: null })
      .where(and(eq(batchChunks.batchId, batchId), isNotNull(batchChunks.input), isEnded)),
    db
      .update(batchPartitions)
      .set({ waiting: 0 })
      .where(and(eq(batchPartitions.batchId, batchId), gt(batchPartitions.waiting, 0), isEnded)),
    db
      .delete(batchLookups)
      .where(and(eq(batchLookups.batchId, batchId), eq(batchLookups.answered, 0), isEnded)),
    ...(audit
      ? [insertAudit(ctx, audit, batches, and(eq(batches.id, batchId), eq(batches.endId, endId)))]
      : []),
    ...(to === 'deleted' ? [db.delete(batches).where(and(eq(batches.id, batchId), isEnded))] : []),
  ])
  if (ended.length === 0) return false
  if (at && calls > 0) await returnToRedis(ctx, { ...returned, at })
  return true
}

const hasLease = ({ db }: Context, batchId: string) =>
  sql`(${exists(
    db
      .select({ one: sql`1` })
      .from(batchChunks)
      .where(and(eq(batchChunks.batchId, batchId), gt(batchChunks.leaseUntil, now))),
  )} or ${exists(
    db
      .select({ one: sql`1` })
      .from(batchPartitions)
      .where(and(eq(batchPartitions.batchId, batchId), gt(batchPartitions.leaseUntil, now))),
  )})`

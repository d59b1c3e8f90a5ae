import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { batches, organizations } from '#db/schema/index.ts'
import { limitReached as pendingLimitReached, pendingLimits } from '#worker/batches/pending/contract.ts'
import { AppError } from '#worker/errors.ts'
import type { Transaction } from '#worker/transaction.ts'
import { concurrentBatchLimits, TEST_RETENTION_DAYS } from './constants.ts'
import type { BatchState } from './contract.ts'

export type BatchRecord = typeof batches.$inferSelect

const progressStates: readonly BatchState[] = ['receiving', 'processing']
const inProgress = inArray(batches.state, [...progressStates])
export const isInProgress = ({ state }: Pick<BatchRecord, 'state'>) => progressStates.includes(state)

export const retryableRows = (batch: BatchRecord, at: Date): number =>
  !isInProgress(batch) && batch.retryUntil !== null && batch.retryUntil > at ? batch.retryableCount : 0

export const plusUnconfirmed = ({ counts }: BatchRecord, rows: number): BatchRecord['counts'] => ({
  ...counts,
  unconfirmed: (counts.unconfirmed ?? 0) + rows,
})

/** A validation that waits for its register is a batch of one row that isn't listed. */
export const isValidation = isNotNull(batches.answer)
export const isListed = and(isNull(batches.answer), not(batches.isMonitoring))

export type BatchId = { organizationId: string; batchId: string; isTest?: boolean }

export const isBatch = ({ organizationId, batchId, isTest }: BatchId, which = isListed): SQL | undefined =>
  and(
    eq(batches.id, batchId),
    eq(batches.organizationId, organizationId),
    which,
    isTest ? eq(batches.live, false) : undefined,
  )

export const isProcessing = eq(batches.state, 'processing')
export const isActive = and(isProcessing, eq(organizations.status, 'ACTIVE'))

export async function lockBatch(tx: Transaction, where: SQL | undefined): Promise<BatchRecord | undefined> {
  const [batch] = await tx.select().from(batches).where(where).for('no key update')
  return batch
}

const batchLimitReached = (limit: number) =>
  new AppError('BATCH_LIMIT_REACHED', {
    message: `Your plan allows ${limit === 1 ? 'one batch' : `${limit} batches`} at a time. Wait until one ends, or cancel one.`,
    retryAfter: 60,
    fields: { limit },
  })

const rooms = {
  batch: { which: isListed, limits: concurrentBatchLimits, limitReached: batchLimitReached },
  validation: { which: isValidation, limits: pendingLimits, limitReached: pendingLimitReached },
} as const

type Room = { organizationId: string; live: boolean }

/** Throws if no other one may start now. Lock the organization first. */
export async function assertRoom(
  tx: Transaction,
  { organizationId, live }: Room,
  kind: keyof typeof rooms = 'batch',
): Promise<void> {
  const { which, limits, limitReached } = rooms[kind]
  const [organization] = await tx
    .select({ status: organizations.status, tier: organizations.tier })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const isSame = and(eq(batches.organizationId, organizationId), eq(batches.live, live))
  const count = await tx.$count(batches, and(isSame, inProgress, which))
  const limit = limits[organization?.tier ?? 'FREE']
  if (organization?.status !== 'ACTIVE' || count >= limit) throw limitReached(limit)
}

export const retentionEnd = sql<Date>`now() + (select make_interval(days => case when ${batches.live} then ${organizations.batchRetentionDays} else ${TEST_RETENTION_DAYS}::int end) from ${organizations} where ${organizations.id} = ${batches.organizationId})`

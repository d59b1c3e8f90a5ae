import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { batches, organizations } from '#db/schema/index.ts'
import { pendingLimits } from '#worker/batches/pending/contract.ts'
import type { Transaction } from '#worker/transaction.ts'
import { type BatchState, batchLimits, TEST_RETENTION_DAYS } from './contract.ts'

export type BatchRecord = typeof batches.$inferSelect

const progressStates: readonly BatchState[] = ['receiving', 'processing', 'canceling']
export const inProgress = inArray(batches.state, [...progressStates])
export const isInProgress = ({ state }: Pick<BatchRecord, 'state'>) => progressStates.includes(state)

/** A validation that waits for its register is a batch of one row that isn't listed. */
export const isValidation = isNotNull(batches.answer)
export const isListed = and(isNull(batches.answer), not(batches.isMonitoring))

/** Rows get answers in these states. A `canceling` batch waits for rows that are being looked up. */
export const isWorking = inArray(batches.state, ['processing', 'canceling'])

export const isActive = and(eq(batches.state, 'processing'), eq(organizations.status, 'ACTIVE'))

export async function lockBatch(tx: Transaction, where: SQL | undefined): Promise<BatchRecord | undefined> {
  const [batch] = await tx.select().from(batches).where(where).for('no key update')
  return batch
}

const rooms = {
  batch: { which: isListed, limits: batchLimits },
  validation: { which: isValidation, limits: pendingLimits },
} as const

type Room = { organizationId: string; live: boolean }

/** Locks the organization. */
export async function hasRoom(
  tx: Transaction,
  { organizationId, live }: Room,
  kind: keyof typeof rooms = 'batch',
): Promise<boolean> {
  const { which, limits } = rooms[kind]
  const [organization] = await tx
    .select({ status: organizations.status, tier: organizations.tier })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
  const isSame = and(eq(batches.organizationId, organizationId), eq(batches.live, live))
  const count = await tx.$count(batches, and(isSame, inProgress, which))
  return organization?.status === 'ACTIVE' && count < limits[organization.tier]
}

export const retentionEnd = sql<Date>`now() + (select make_interval(days => case when ${batches.live} then ${organizations.batchRetentionDays} else ${TEST_RETENTION_DAYS}::int end) from ${organizations} where ${organizations.id} = ${batches.organizationId})`

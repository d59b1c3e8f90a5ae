import { and, eq, exists, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { batches, batchPartitions, batchRegisters, organizations } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { batchLimits } from './contract.ts'

export const inProgress = inArray(batches.state, ['receiving', 'processing', 'cancelling'])

/** Rows get answers in these states. `cancelling` waits for what is being looked up. */
export const isWorking = inArray(batches.state, ['processing', 'cancelling'])

/** Work on the batch may begin. */
export const mayBegin = (db: Db, batchId: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(batches)
      .innerJoin(organizations, eq(organizations.id, batches.organizationId))
      .where(
        and(eq(batches.id, batchId), eq(batches.state, 'processing'), eq(organizations.status, 'ACTIVE')),
      ),
  )

/** A condition on `batch_partitions`: its next turn may begin. */
export const isDue = and(
  gt(batchPartitions.waiting, 0),
  lt(batchPartitions.leaseUntil, now),
  lte(batchPartitions.nextAt, now),
)

/** A condition on `batch_registers`: no turn is being taken. */
export const isFree = and(lt(batchRegisters.leaseUntil, now), lte(batchRegisters.nextAt, now))

/** When an ended batch is deleted. */
export const retentionEnd = sql<Date>`now() + (select make_interval(days => ${organizations.batchRetentionDays}) from ${organizations} where ${organizations.id} = ${batches.organizationId})`

const limitOfTier = sql`case ${organizations.tier} ${sql.join(
  Object.entries(batchLimits).map(
    ([tier, limit]) => sql`when ${sql.raw(`'${tier}'`)} then ${sql.raw(String(limit))}`,
  ),
  sql` `,
)} end`

/** A condition on `organizations`: it is active and may have another batch in progress. Lock it first. */
export const hasRoom = (db: Db, organizationId: string): SQL | undefined =>
  and(
    eq(organizations.status, 'ACTIVE'),
    sql`${db.$count(batches, and(eq(batches.organizationId, organizationId), inProgress))} < ${limitOfTier}`,
  )

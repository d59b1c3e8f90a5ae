import { and, eq, exists, isNotNull, isNull, lt, lte, max, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  activityDays,
  activityHours,
  apiActivities,
  auditEntries,
  batches,
  events,
  freeQuotas,
  idempotencyKeys,
  monitorChanges,
  recordChain,
  records,
  supportRequests,
} from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { HISTORY_DAYS } from '#worker/monitors/contract.ts'
import { TEST_RECORD_DAYS } from '#worker/records/contract.ts'
import { deleteRecords } from '#worker/records/delete.ts'
import { SUPPORT_RETENTION_DAYS } from '#worker/support/contract.ts'
import { inTransaction } from '#worker/transaction.ts'
import { EVENT_RETENTION_DAYS } from '#worker/webhooks/contract.ts'
import { daysAgo, deleteInBatches, inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

const LIMITS = { size: 1_000, batches: 10 }
const CALL_LIMITS = { size: 5_000, batches: 20 }
const DAILY_COUNTS_LIFE_DAYS = 400
/** One more than the longest range of the usage lists. */
const HOURLY_COUNTS_LIFE_DAYS = 31

/** An unsigned one first gets its number. The chain of test tokens goes with its records. */
export async function deleteExpiredRecords(ctx: Context): Promise<JobResult> {
  const where = and(lte(records.expiresAt, ctx.now), isNotNull(records.number))
  const deleted = await inBatches(LIMITS, () =>
    inTransaction(ctx, (tx) => deleteRecords(tx, lockRows(ctx, records, LIMITS.size, { where }))),
  )
  const isOldTest = and(
    not(recordChain.live),
    lt(recordChain.signedAt, daysAgo(ctx, TEST_RECORD_DAYS)),
    isNotNull(recordChain.deletedAt),
  )
  const testChains = await deleteInBatches(ctx, LIMITS, recordChain, { where: isOldTest })
  return toJobResult({ records: deleted, testChains })
}

export async function deleteIdempotencyKeys(ctx: Context): Promise<JobResult> {
  const limits = { size: 1_000, batches: 20 }
  const where = lte(idempotencyKeys.expiresAt, ctx.now)
  return toJobResult({ keys: await deleteInBatches(ctx, limits, idempotencyKeys, { where }) })
}

/** An organization that can still be restored keeps its row. */
export async function deleteFreeQuotas(ctx: Context): Promise<JobResult> {
  const where = and(
    isNull(freeQuotas.organizationId),
    or(isNull(freeQuotas.releasedUntil), lte(freeQuotas.releasedUntil, ctx.now)),
  )
  return toJobResult({ freeQuotas: await deleteInBatches(ctx, LIMITS, freeQuotas, { where }) })
}

export async function deleteOldBatches(ctx: Context): Promise<JobResult> {
  const limits = { size: 20, batches: 10 }
  const due = { where: lt(batches.expiresAt, now), orderBy: batches.expiresAt }
  return toJobResult({ deleted: await deleteInBatches(ctx, limits, batches, due) })
}

export async function deleteOldMonitorChanges(ctx: Context): Promise<JobResult> {
  const where = lt(monitorChanges.createdAt, daysAgo(ctx, HISTORY_DAYS))
  return toJobResult({ changes: await deleteInBatches(ctx, LIMITS, monitorChanges, { where }) })
}

/** Keeps the last old one of an organization: a caller that lists events may continue after it, however quiet it was. */
export async function deleteOldEvents(ctx: Context): Promise<JobResult> {
  const cutoff = daysAgo(ctx, EVENT_RETENTION_DAYS)
  const later = alias(events, 'later')
  const isFollowed = and(
    eq(later.organizationId, events.organizationId),
    eq(later.live, events.live),
    sql`(${later.transaction}, ${later.id}) > (${events.transaction}, ${events.id})`,
    lt(later.createdAt, cutoff),
  )
  const where = and(
    lt(events.createdAt, cutoff),
    exists(ctx.db.select({ id: later.id }).from(later).where(isFollowed)),
  )
  return toJobResult({ events: await deleteInBatches(ctx, LIMITS, events, { where }) })
}

export async function deleteOldSupportRequests(ctx: Context): Promise<JobResult> {
  const limits = { size: 100, batches: 10 }
  const isOld = lt(supportRequests.updatedAt, daysAgo(ctx, SUPPORT_RETENTION_DAYS))
  const where = and(ne(supportRequests.state, 'open'), isOld)
  return toJobResult({ requests: await deleteInBatches(ctx, limits, supportRequests, { where }) })
}

export async function deleteOldAuditEntries(ctx: Context): Promise<JobResult> {
  const where = lt(auditEntries.timestamp, daysAgo(ctx, ctx.settings.AUDIT_RETENTION_DAYS))
  const due = { where, orderBy: auditEntries.timestamp }
  return toJobResult({ entries: await deleteInBatches(ctx, CALL_LIMITS, auditEntries, due) })
}

/** Looks only among the calls written first, which needs no index on the time. */
export async function deleteOldActivity(ctx: Context): Promise<JobResult> {
  const first = ctx.db
    .select({ id: apiActivities.id })
    .from(apiActivities)
    .orderBy(apiActivities.id)
    .limit(2 * CALL_LIMITS.size)
    .as('first')
  const calls = await deleteInBatches(ctx, CALL_LIMITS, apiActivities, {
    where: and(
      lte(apiActivities.id, ctx.db.select({ id: max(first.id) }).from(first)),
      lt(apiActivities.timestamp, daysAgo(ctx, ctx.settings.ACTIVITY_RETENTION_DAYS)),
    ),
    orderBy: apiActivities.id,
  })
  const days = await deleteInBatches(ctx, CALL_LIMITS, activityDays, {
    where: lt(activityDays.day, daysAgo(ctx, DAILY_COUNTS_LIFE_DAYS).toISOString().slice(0, 10)),
    orderBy: activityDays.day,
  })
  const hours = await deleteInBatches(ctx, CALL_LIMITS, activityHours, {
    where: lt(activityHours.hour, daysAgo(ctx, HOURLY_COUNTS_LIFE_DAYS)),
    orderBy: activityHours.hour,
  })
  return toJobResult({ calls, days, hours })
}

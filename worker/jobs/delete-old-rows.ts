import { and, eq, exists, isNotNull, isNull, lt, lte, max, ne, not, or, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import {
  activityDays,
  activityHours,
  alerts,
  apiActivities,
  apiTokens,
  auditEntries,
  batches,
  emailChanges,
  events,
  freeQuotas,
  idempotencyKeys,
  invitations,
  monitorChanges,
  passwordResetTokens,
  rateLimits,
  recordChain,
  records,
  serviceSlots,
  sessions,
  signUps,
  statusDays,
  statusOutages,
  supportRequests,
} from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import { COOLDOWN_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import { RESET_RATE_LIMIT } from '#worker/accounts/passwords/forgot-password.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { HISTORY_DAYS } from '#worker/monitors/contract.ts'
import { EXPIRED_INVITATION_LIFE_DAYS } from '#worker/organizations/contract.ts'
import { TEST_RECORD_DAYS } from '#worker/records/contract.ts'
import { deleteRecords } from '#worker/records/delete.ts'
import { STATUS_DAYS } from '#worker/status/contract.ts'
import { SUPPORT_RETENTION_DAYS } from '#worker/support/contract.ts'
import { inTransaction } from '#worker/transaction.ts'
import { EVENT_RETENTION_DAYS } from '#worker/webhooks/contract.ts'
import {
  type BatchLimits,
  type BatchResult,
  type Due,
  daysAgo,
  deleteInBatches,
  forEachRow,
  inBatches,
  type JobResult,
  lockRows,
  toJobResult,
} from './job.ts'

const LIMITS = { size: 1_000, batches: 10 }
const CALL_LIMITS = { size: 5_000, batches: 20 }
const RESET_TOKEN_LIFE_DAYS = 1
const SLOT_LIFE_DAYS = 30
const ALERT_LIFE_DAYS = 90
const DAILY_COUNTS_LIFE_DAYS = 400
/** One more than the longest range of the usage lists. */
const HOURLY_COUNTS_LIFE_DAYS = 31

type Part = readonly [table: PgTable, due: Due, limits?: BatchLimits]

function partsOf(ctx: Context): Readonly<Record<string, Part>> {
  const { now, settings } = ctx
  const { timestamp } = auditEntries
  const ended = (column: PgColumn) => ({ where: lte(column, now) })
  const older = (column: PgColumn, days: number) => ({ where: lt(column, daysAgo(ctx, days)) })
  const isCooledDown = and(
    eq(rateLimits.type, RESET_RATE_LIMIT),
    lt(rateLimits.lastAttempt, secondsAgo(COOLDOWN_LIFE_SECONDS)),
    or(isNull(rateLimits.cooldownUntil), lte(rateLimits.cooldownUntil, now)),
  )
  const isUnusedApp = and(isNotNull(apiTokens.oauthClientId), lte(apiTokens.expiresAt, now))
  // An organization that can still be restored keeps its row.
  const isReleased = and(
    isNull(freeQuotas.organizationId),
    or(isNull(freeQuotas.releasedUntil), lte(freeQuotas.releasedUntil, now)),
  )
  const isOldRequest = and(
    ne(supportRequests.state, 'open'),
    lt(supportRequests.updatedAt, daysAgo(ctx, SUPPORT_RETENTION_DAYS)),
  )
  const isOldAlert = and(isNotNull(alerts.endedAt), lt(alerts.createdAt, daysAgo(ctx, ALERT_LIFE_DAYS)))
  return {
    sessions: [sessions, ended(sessions.expire)],
    resetTokens: [passwordResetTokens, older(passwordResetTokens.expiresAt, RESET_TOKEN_LIFE_DAYS)],
    rateLimits: [rateLimits, { where: isCooledDown }],
    signUps: [signUps, ended(signUps.expiresAt)],
    emailChanges: [emailChanges, ended(emailChanges.expiresAt)],
    apps: [apiTokens, { where: isUnusedApp }],
    invitations: [invitations, older(invitations.expiresAt, EXPIRED_INVITATION_LIFE_DAYS)],
    keys: [idempotencyKeys, ended(idempotencyKeys.expiresAt), { size: 1_000, batches: 20 }],
    freeQuotas: [freeQuotas, { where: isReleased }],
    // A batch has up to 200 chunks of rows.
    batches: [
      batches,
      { ...ended(batches.expiresAt), orderBy: batches.expiresAt },
      { size: 20, batches: 10 },
    ],
    monitorChanges: [monitorChanges, older(monitorChanges.createdAt, HISTORY_DAYS)],
    events: [events, { where: isOldEvent(ctx) }],
    requests: [supportRequests, { where: isOldRequest }, { size: 100, batches: 10 }],
    auditEntries: [
      auditEntries,
      { ...older(timestamp, settings.AUDIT_RETENTION_DAYS), orderBy: timestamp },
      CALL_LIMITS,
    ],
    slots: [serviceSlots, older(serviceSlots.startsAt, SLOT_LIFE_DAYS)],
    alerts: [alerts, { where: isOldAlert }],
    statusDays: [statusDays, { where: lt(statusDays.day, dayOf(daysAgo(ctx, STATUS_DAYS))) }],
    outages: [statusOutages, { where: lt(statusOutages.endedAt, daysAgo(ctx, STATUS_DAYS)) }],
  }
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

/** Keeps the last old one of an organization: a caller that lists events may continue after it, however quiet it was. */
function isOldEvent(ctx: Context) {
  const cutoff = daysAgo(ctx, EVENT_RETENTION_DAYS)
  const later = alias(events, 'later')
  const isFollowed = and(
    eq(later.organizationId, events.organizationId),
    eq(later.live, events.live),
    sql`(${later.transaction}, ${later.id}) > (${events.transaction}, ${events.id})`,
    lt(later.createdAt, cutoff),
  )
  return and(
    lt(events.createdAt, cutoff),
    exists(ctx.db.select({ id: later.id }).from(later).where(isFollowed)),
  )
}

export async function deleteOldRows(ctx: Context): Promise<JobResult> {
  const results: Record<string, BatchResult> = {}
  await forEachRow(Object.entries(partsOf(ctx)), async ([name, [table, due, limits = LIMITS]]) => {
    try {
      results[name] = await deleteInBatches(ctx, limits, table, due)
    } catch (error) {
      logError(`delete old rows: ${name}`, error, ctx.requestId)
      throw error
    }
  })
  return toJobResult(results)
}

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
    where: lt(activityDays.day, dayOf(daysAgo(ctx, DAILY_COUNTS_LIFE_DAYS))),
    orderBy: activityDays.day,
  })
  const hours = await deleteInBatches(ctx, CALL_LIMITS, activityHours, {
    where: lt(activityHours.hour, daysAgo(ctx, HOURLY_COUNTS_LIFE_DAYS)),
    orderBy: activityHours.hour,
  })
  return toJobResult({ calls, days, hours })
}

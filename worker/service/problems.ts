import { and, eq, exists, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  batches,
  deadCalls,
  mails,
  monitors,
  organizations,
  paymentJobs,
  records,
  type redisMarks,
  serviceSlots,
  suspectedRegisters,
  webhookDeliveries,
  webhookEndpoints,
} from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { type JobRun, jobIntervalMinutes, SILENCE_MS } from '#worker/jobs/contract.ts'
import { HOUR } from '#worker/lib/time.ts'
import { hasNoOutage } from '#worker/monitors/start-checks.ts'
import { limiterName } from '#worker/registers/sources.ts'
import { advice, type ProblemKind } from './advice.ts'
import type { Problem } from './contract.ts'

const MINUTE = 60_000
const MAX_FAILURES = 5
const LATE_MINUTES = 20
const MAX_CALL_AGE = 10 * MINUTE
/** Calls without an outcome in an hour: a share of all calls, but at least this many. */
const LOST = { least: 5, share: 1 / 10_000 } as const
const hourAgo = secondsAgo(3_600)
/** Counts only endpoints that were sent nothing since the delivery was due: a slow receiver isn't our problem. */
const webhookLimit = secondsAgo(15 * 60)
const recordLimit = secondsAgo(15 * 60)

export function waitingWork(db: Context['db']) {
  const sumOf = (column: typeof serviceSlots.calls | typeof serviceSlots.lost) =>
    sql`(${db
      .select({ sum: sql`coalesce(sum(${column}), 0)` })
      .from(serviceSlots)
      .where(gt(serviceSlots.startsAt, hourAgo))})`.mapWith(Number)
  const dueDelivery = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        lt(webhookDeliveries.nextTryAt, webhookLimit),
      ),
    )
  const activeOrganization = (id: AnyPgColumn) =>
    db
      .select({ id: organizations.id })
      .from(organizations)
      .where(and(eq(organizations.id, id), eq(organizations.status, 'ACTIVE')))
  const unapplied = db
    .select({ id: batches.id })
    .from(batches)
    .where(and(batches.isMonitoring, lt(batches.endedAt, hourAgo)))
  return db
    .select({
      webhooks: db
        .$count(
          webhookEndpoints,
          and(
            isNull(webhookEndpoints.disabledAt),
            lt(webhookEndpoints.updatedAt, webhookLimit),
            exists(dueDelivery),
            exists(activeOrganization(webhookEndpoints.organizationId)),
          ),
        )
        .as('webhooks'),
      monitors: sql`${db.$count(
        monitors,
        and(
          isNull(monitors.batchId),
          lt(monitors.nextCheckAt, hourAgo),
          exists(activeOrganization(monitors.organizationId)),
          hasNoOutage(db),
        ),
      )} + ${db.$count(monitors, inArray(monitors.batchId, unapplied))}`
        .mapWith(Number)
        .as('monitors'),
      suspected: sql<string[]>`array(${db
        .select({ register: suspectedRegisters.register })
        .from(suspectedRegisters)
        .where(isNull(suspectedRegisters.confirmedAt))
        .orderBy(suspectedRegisters.register)})`.as('suspected'),
      records: db
        .$count(records, and(isNull(records.number), lt(records.createdAt, recordLimit)))
        .as('records'),
      emails: db.$count(mails, lt(mails.createdAt, hourAgo)).as('emails'),
      dead: db.$count(deadCalls).as('dead'),
      payments: db
        .$count(paymentJobs, and(eq(paymentJobs.status, 'pending'), lt(paymentJobs.createdAt, hourAgo)))
        .as('payments'),
      calls: sumOf(serviceSlots.calls).as('calls'),
      lost: sumOf(serviceSlots.lost).as('lost'),
    })
    .from(sql`(select) as nothing`)
    .as('waiting')
}

export type Operations = {
  jobs: readonly JobRun[]
  waiting: Record<
    'webhooks' | 'monitors' | 'records' | 'emails' | 'dead' | 'payments' | 'calls' | 'lost',
    number
  > & {
    suspected: readonly string[]
  }
  mark: typeof redisMarks.$inferSelect | undefined
}
type Outside = { hasRedis: boolean; oldestCall: Date | undefined; now: Date }

const number = new Intl.NumberFormat('en-US').format

function problem(kind: ProblemKind, message: string, name?: string): Problem {
  return { code: name ? `${kind}/${name}` : kind, message, advice: advice[kind] }
}

const when = (is: boolean, ...known: Parameters<typeof problem>): Problem[] => (is ? [problem(...known)] : [])

export const problemsOf = (operations: Operations | undefined, outside: Outside): Problem[] => [
  ...when(!operations, 'DATABASE_DOWN', 'PostgreSQL does not answer.'),
  ...when(!outside.hasRedis, 'REDIS_DOWN', 'Redis does not answer.'),
  ...problemsOfQueue(outside),
  ...(operations
    ? [
        ...problemsOfRedis(operations, outside),
        ...problemsOfJobs(operations, outside),
        ...problemsOfWork(operations),
      ]
    : []),
]

function problemsOfQueue({ oldestCall, now }: Outside): Problem[] {
  const since = oldestCall ?? now
  const isOld = now.getTime() - since.getTime() > MAX_CALL_AGE
  return when(isOld, 'CALLS_WAIT', `The oldest call in the queue has waited since ${since.toISOString()}.`)
}

function problemsOfRedis({ mark }: Operations, { now }: Outside): Problem[] {
  const { lostAt, wentBackAt } = mark ?? {}
  if (wentBackAt)
    return [
      problem('REDIS_WENT_BACK', `Redis was found to have older data again at ${wentBackAt.toISOString()}.`),
    ]
  if (!lostAt || now.getTime() - lostAt.getTime() > HOUR) return []
  return [problem('REDIS_LOST_DATA', `Redis was found to have lost data at ${lostAt.toISOString()}.`)]
}

/** While Redis is down, jobs that fail because of it are part of that problem. */
function problemsOfJobs({ jobs }: Operations, { hasRedis, now }: Outside): Problem[] {
  const last = Math.max(...jobs.map(({ lastRunAt }) => (lastRunAt ? Date.parse(lastRunAt) : 0)))
  if (now.getTime() - last > SILENCE_MS) {
    const since = last > 0 ? `since ${new Date(last).toISOString()}` : 'yet'
    return [problem('JOBS_STOPPED', `No job has run ${since}.`)]
  }
  return jobs
    .filter(({ error }) => hasRedis || !error?.startsWith('RedisUnavailable'))
    .flatMap((job) => {
      const { name, failures, error, lastSuccessAt } = job
      if (failures >= MAX_FAILURES)
        return problem(
          'JOB_FAILING',
          `The job ${name} failed ${failures} times in a row, last with ${error ?? 'no result'}.`,
          name,
        )
      return when(isLate(job, now), 'JOB_LATE', `The job ${name} last succeeded at ${lastSuccessAt}.`, name)
    })
}

const isLate = ({ name, lastSuccessAt }: JobRun, now: Date): boolean =>
  lastSuccessAt !== null &&
  now.getTime() - Date.parse(lastSuccessAt) > (jobIntervalMinutes[name] + LATE_MINUTES) * MINUTE

const problemsOfWork = ({
  waiting: { webhooks, monitors: overdue, records: unsigned, suspected, emails, payments, dead, calls, lost },
}: Operations): Problem[] => [
  ...when(emails > 0, 'EMAILS_WAIT', `Emails waiting for more than an hour: ${number(emails)}.`),
  ...when(
    webhooks > 0,
    'WEBHOOKS_WAIT',
    `Webhook endpoints whose deliveries have waited for more than 15 minutes: ${number(webhooks)}.`,
  ),
  ...when(
    overdue > 0,
    'MONITORS_WAIT',
    `Monitored numbers whose check is overdue by more than an hour: ${number(overdue)}.`,
  ),
  ...when(
    unsigned > 0,
    'RECORDS_WAIT',
    `Records without a signature for more than 15 minutes: ${number(unsigned)}.`,
  ),
  ...suspected.map((register) =>
    problem(
      'REGISTER_SUSPECTED',
      `${limiterName(register)} suddenly refuses many monitored numbers that it listed. Changes there are reported up to a day late.`,
      register,
    ),
  ),
  ...when(payments > 0, 'PAYMENTS_WAIT', `Payments waiting for more than an hour: ${number(payments)}.`),
  ...when(dead > 0, 'CALLS_DEAD', `Answered calls that can't be recorded: ${number(dead)}.`),
  ...when(
    lost >= Math.max(LOST.least, calls * LOST.share),
    'CALLS_LOST',
    `Calls of the last hour that were counted but have no outcome: ${number(lost)}.`,
  ),
]

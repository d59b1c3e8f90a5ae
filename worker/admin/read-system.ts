import { desc, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alerts, deadCalls, mails, paymentJobs, serviceSlots } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { HOUR } from '#worker/lib/time.ts'
import { checkHealth } from '#worker/service/check-health.ts'
import { oneRow } from '#worker/transaction.ts'
import type { System, SystemPoint, Waiting } from './contract.ts'

const hours = { count: 24, size: HOUR, interval: '1 hour' } as const
const days = { count: 30, size: 24 * HOUR, interval: '1 day' } as const
const MAX_ALERTS = 1_000
const MAX_INCIDENTS = 20

export async function readSystem(ctx: Context): Promise<System> {
  const { db, now } = ctx
  const [health, [known, emails, payments, dead, size, byHour, byDay]] = await Promise.all([
    checkHealth(ctx),
    db.batch([
      db
        .select()
        .from(alerts)
        .where(or(isNotNull(alerts.emailedAt), isNull(alerts.endedAt)))
        .orderBy(desc(alerts.createdAt))
        .limit(MAX_ALERTS),
      selectWaiting(db, mails),
      selectWaiting(db, paymentJobs, eq(paymentJobs.status, 'pending')),
      selectWaiting(db, deadCalls),
      db
        .select({ bytes: sql`pg_database_size(current_database())`.mapWith(Number) })
        .from(sql`(select) as one`),
      selectSlots(ctx, hours),
      selectSlots(ctx, days),
    ]),
  ])
  const told = known
    .filter(({ emailedAt }) => emailedAt)
    .map((alert) => ({ ...alert, endedAt: alert.endedAt ?? alert.missingSince }))
  return {
    ...health,
    checkedAt: now.toISOString(),
    problems: health.problems.map((problem) => {
      const open = known.find(({ code, endedAt }) => code === problem.code && !endedAt)
      return { ...problem, since: open?.createdAt.toISOString() ?? null }
    }),
    emails: toWaiting(emails),
    payments: toWaiting(payments),
    deadCalls: toWaiting(dead),
    databaseBytes: oneRow(size).bytes,
    hours: toPoints(hours, now, byHour, told),
    days: toPoints(days, now, byDay, told),
    incidents: told.slice(0, MAX_INCIDENTS).map(({ id, code, createdAt, endedAt }) => ({
      id,
      code,
      startedAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  }
}

type Waits = typeof mails | typeof paymentJobs | typeof deadCalls

const selectWaiting = (db: Context['db'], table: Waits, where?: SQL) =>
  db
    .select({
      count: sql`count(*)`.mapWith(Number),
      oldest: sql`min(${table.createdAt})`.mapWith(table.createdAt),
    })
    .from(table)
    .where(where)

const toWaiting = (rows: readonly { count: number; oldest: Date | null }[]): Waiting => {
  const { count, oldest } = oneRow(rows)
  return { count, oldest: oldest?.toISOString() ?? null }
}

type Range = typeof hours | typeof days

const startOf = ({ count, size }: Range, now: Date): number =>
  (Math.floor(now.getTime() / size) - count + 1) * size

const selectSlots = ({ db, now }: Context, range: Range) => {
  const sum = (column: typeof serviceSlots.calls | typeof serviceSlots.failed | typeof serviceSlots.lost) =>
    sql`sum(${column})`.mapWith(Number)
  return db
    .select({
      at: sql`date_bin(${range.interval}::interval, ${serviceSlots.startsAt}, 'epoch')`.mapWith(
        serviceSlots.startsAt,
      ),
      calls: sum(serviceSlots.calls),
      failed: sum(serviceSlots.failed),
      lost: sum(serviceSlots.lost),
    })
    .from(serviceSlots)
    .where(gte(serviceSlots.startsAt, new Date(startOf(range, now))))
    .groupBy(sql`1`)
}

type Sums = Pick<SystemPoint, 'calls' | 'failed' | 'lost'> & { at: Date }
type Alert = typeof alerts.$inferSelect

const toPoints = (range: Range, now: Date, sums: readonly Sums[], told: readonly Alert[]): SystemPoint[] =>
  Array.from({ length: range.count }, (_, index) => {
    const start = startOf(range, now) + index * range.size
    const { calls = 0, failed = 0, lost = 0 } = sums.find(({ at }) => at.getTime() === start) ?? {}
    const lasting = told.filter(
      ({ createdAt, endedAt }) =>
        createdAt.getTime() < start + range.size && (endedAt ?? now).getTime() >= start,
    )
    return { at: new Date(start).toISOString(), calls, failed, lost, problems: lasting.length }
  })

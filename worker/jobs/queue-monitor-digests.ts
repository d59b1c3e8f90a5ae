import { and, desc, eq, exists, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { monitorChanges, monitors, organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { pick } from '#worker/lib/pick.ts'
import { DAY, HOUR } from '#worker/lib/time.ts'
import { emailsToAdmins } from '#worker/mail/admins.ts'
import { organizationLink } from '#worker/mail/layout.ts'
import { queueEmails } from '#worker/mail/outbox.ts'
import { CHANGE_LAG_MINUTES } from '#worker/monitors/contract.ts'
import { type DigestChange, monitorDigestEmail } from '#worker/monitors/digest-email.ts'
import { type Details, decryptFor, type StoredChange } from '#worker/monitors/secrets.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 20, batches: 20 }
const MAX_CHANGES = 20
const SIX_AM_UTC = 6 * HOUR
/** A change has the time at which its transaction began. By then, that has ended. */
const WRITTEN_MS = CHANGE_LAG_MINUTES * 60_000
const WEEK = 7 * DAY
/** 1970 began on a Thursday. */
const MONDAY = 4 * DAY

/** From the last email, which may be longer ago than a day: cron was down, or emails were weekly. At most from `weekBefore`. */
type Period = { digest: 'daily' | 'weekly'; weekBefore: Date; to: Date }

function periodOf(digest: Period['digest'], now: Date): Period {
  const length = digest === 'daily' ? DAY : WEEK
  const offset = SIX_AM_UTC + (digest === 'daily' ? 0 : MONDAY)
  const to = now.getTime() - ((now.getTime() - offset) % length)
  return { digest, weekBefore: new Date(to - WEEK), to: new Date(to) }
}

export async function queueMonitorDigests(ctx: Context): Promise<JobResult> {
  const written = new Date(ctx.now.getTime() - WRITTEN_MS)
  const daily = await inBatches(LIMITS, () => queueBatch(ctx, periodOf('daily', written)))
  const weekly = await inBatches(LIMITS, () => queueBatch(ctx, periodOf('weekly', written)))
  return toJobResult({ daily, weekly })
}

const isIn = (organizationId: SQL, from: SQL | Date, to: Date) =>
  and(
    sql`${monitorChanges.organizationId} = ${organizationId}`,
    monitorChanges.live,
    sql`${monitorChanges.changed} <> '{}'`,
    gte(monitorChanges.createdAt, from),
    lt(monitorChanges.createdAt, to),
  )

const queueBatch = (ctx: Context, period: Period): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const { monitorDigestAt } = organizations
    const from = sql`greatest(${monitorDigestAt}, ${sql.param(period.weekBefore, monitorDigestAt)}::timestamptz)`
    const changes = tx
      .select({ id: monitorChanges.id })
      .from(monitorChanges)
      .where(isIn(sql`${organizations.id}`, from, period.to))
    const due = await tx
      .select({ id: organizations.id, from: from.mapWith(monitorDigestAt) })
      .from(organizations)
      .where(
        and(
          eq(organizations.monitorDigest, period.digest),
          eq(organizations.status, 'ACTIVE'),
          or(isNull(monitorDigestAt), lt(monitorDigestAt, period.to)),
          exists(changes),
        ),
      )
      .limit(LIMITS.size)
      .for('no key update', { of: organizations, skipLocked: true })
    for (const organization of due) await queueDigest(tx, organization, period)
    return due.length
  })

type Due = { id: string; from: Date }

async function queueDigest(tx: Transaction, { id, from }: Due, { to }: Period): Promise<void> {
  const { ctx } = tx
  const where = isIn(sql`${id}`, from, to)
  const count = await tx.$count(monitorChanges, where)
  const rows = await tx
    .select({
      ...pick(monitorChanges, 'monitorId', 'changed'),
      change: monitorChanges.details,
      ...pick(monitors, 'countryCode', 'details'),
    })
    .from(monitorChanges)
    .innerJoin(monitors, eq(monitors.id, monitorChanges.monitorId))
    .where(where)
    .orderBy(desc(monitorChanges.id))
    .limit(MAX_CHANGES)
  // One that fails, such as with a number of a lost key, holds up no other.
  const described = await Promise.all(
    rows.map((row) =>
      describe(ctx, row).catch((error: unknown) => logError('monitor digest', error, ctx.requestId)),
    ),
  )
  const changes = described.filter((change) => change !== undefined)
  // In days: it must still contain the changes when the email is read days later.
  const link = organizationLink(ctx, id, '/monitoring?changed=30')
  const emails = await emailsToAdmins(tx, id, ({ userId, ...admin }) =>
    monitorDigestEmail({
      ...admin,
      key: `monitor-digest/${id}/${to.toISOString().slice(0, 10)}/${userId}`,
      from,
      count,
      changes,
      link,
      settingsLink: organizationLink(ctx, id, '/monitoring'),
    }),
  )
  await queueEmails(tx, emails)
  await tx.update(organizations).set({ monitorDigestAt: to }).where(eq(organizations.id, id))
}

type Row = Pick<DigestChange, 'changed' | 'countryCode'> & {
  monitorId: string
  change: string
  details: string
}

async function describe(
  ctx: Context,
  { monitorId, changed, change, countryCode, details }: Row,
): Promise<DigestChange> {
  const { tin, name, customId } = await decryptFor<Details>(ctx, monitorId, details)
  const { before, after } = await decryptFor<StoredChange>(ctx, monitorId, change)
  return {
    countryCode,
    label: name ?? customId ?? `…${tin.slice(-4)}`,
    changed,
    before: (before ?? after).result,
    after: after.result,
  }
}

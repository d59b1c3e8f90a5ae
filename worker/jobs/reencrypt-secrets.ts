import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { monitors, records, twoFactors, webhookEndpoints } from '#db/schema/index.ts'
import { decryptSecret, encryptSecret } from '#worker/accounts/two-factor/secret.ts'
import type { Context } from '#worker/context.ts'
import type { Settings } from '#worker/env.ts'
import { logError } from '#worker/lib/log.ts'
import { reencryptMonitor } from '#worker/monitors/reencrypt.ts'
import { reencryptRecord } from '#worker/records/content.ts'
import { reencryptSecret } from '#worker/webhooks/secret.ts'
import { inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 50, batches: 20 }

/** What is encrypted with one of the older keys. Without any, nothing is read. */
export async function reencryptSecrets(ctx: Context): Promise<JobResult> {
  const { db, settings } = ctx
  const parts = {
    reencrypted: forEach(ctx, 'two-factor secret', settings.TWO_FACTOR_KEYS, reencrypt, (kid, last) => {
      const { userId, encryptedSecret } = twoFactors
      return db
        .select({ userId, encryptedSecret })
        .from(twoFactors)
        .where(and(hasKey(encryptedSecret, kid), last && gt(userId, last.userId)))
        .orderBy(userId)
        .limit(LIMITS.size)
    }),
    webhooks: forEach(ctx, 'webhook secret', settings.TWO_FACTOR_KEYS, reencryptEndpoint, (kid, last) => {
      const { id, secret, oldSecret } = webhookEndpoints
      return db
        .select({ id, secret, oldSecret })
        .from(webhookEndpoints)
        .where(and(or(hasKey(secret, kid), hasKey(oldSecret, kid)), last && gt(id, last.id)))
        .orderBy(id)
        .limit(LIMITS.size)
    }),
    records: forEach(ctx, 'record', settings.RECORD_KEYS, reencryptOne, (kid, last) => {
      const { id, organizationId, number, content, linkSecret } = records
      return db
        .select({ id, organizationId, number, content, linkSecret })
        .from(records)
        .where(isAfter(content, id, kid, last))
        .orderBy(keyOf(content), id)
        .limit(LIMITS.size)
    }),
    monitors: forEach(ctx, 'monitor', settings.BATCH_KEYS, reencryptMonitor, (kid, last) => {
      const { id, details } = monitors
      return db
        .select({ id })
        .from(monitors)
        .where(isAfter(details, id, kid, last))
        .orderBy(keyOf(details), id)
        .limit(LIMITS.size)
    }),
  }
  // A part that fails stops no other.
  await Promise.allSettled(Object.values(parts))
  return toJobResult({
    reencrypted: await parts.reencrypted,
    webhooks: await parts.webhooks,
    records: await parts.records,
    monitors: await parts.monitors,
  })
}

/** As in the indexes `records_content_key_idx` and `monitors_details_key_idx`. */
const keyOf = (column: PgColumn): SQL => sql`split_part(${column}, '.', 1)`

/** With `=`, PostgreSQL may read all rows in the order of their IDs instead of these indexes. */
const isAfter = (encrypted: PgColumn, id: PgColumn, kid: string, last: { id: string } | undefined) =>
  and(sql`(${keyOf(encrypted)}, ${id}) > (${kid}, ${last?.id ?? ''})`, lte(keyOf(encrypted), kid))

const hasKey = (column: PgColumn, kid: string): SQL => eq(keyOf(column), kid)

/** `read` returns rows after the last one, in order. A row that fails is logged, and tried again by the next run. */
async function forEach<Row>(
  ctx: Context,
  what: string,
  [, ...older]: Settings['RECORD_KEYS'],
  write: (ctx: Context, row: Row) => Promise<void>,
  read: (kid: string, last: Row | undefined) => Promise<Row[]>,
) {
  const result = { count: 0, hasMore: false }
  for (const { kid } of older) {
    let last: Row | undefined
    const { count, hasMore } = await inBatches(LIMITS, async () => {
      const rows = await read(kid, last)
      for (const row of rows)
        await write(ctx, row).catch((error: unknown) => logError(what, error, ctx.requestId))
      last = rows.at(-1)
      return rows.length
    })
    result.count += count
    result.hasMore ||= hasMore
  }
  return result
}

async function reencrypt(ctx: Context, row: { userId: number; encryptedSecret: string }): Promise<void> {
  const secret = await decryptSecret(ctx.settings, row.userId, row.encryptedSecret)
  const encryptedSecret = await encryptSecret(ctx.settings, row.userId, secret)
  await ctx.db
    .update(twoFactors)
    .set({ encryptedSecret })
    .where(and(eq(twoFactors.userId, row.userId), eq(twoFactors.encryptedSecret, row.encryptedSecret)))
}

/** Unless it was rotated meanwhile. */
async function reencryptEndpoint(
  { db, settings }: Context,
  { id, secret, oldSecret }: Pick<typeof webhookEndpoints.$inferSelect, 'id' | 'secret' | 'oldSecret'>,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({
      secret: await reencryptSecret(settings, id, secret),
      oldSecret: oldSecret && (await reencryptSecret(settings, id, oldSecret)),
    })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.secret, secret)))
}

/** Unless it was signed or shared meanwhile; then the next run does it. */
async function reencryptOne(ctx: Context, row: Parameters<typeof reencryptRecord>[1]): Promise<void> {
  await ctx.db
    .update(records)
    .set(await reencryptRecord(ctx, row))
    .where(
      and(
        eq(records.id, row.id),
        eq(records.content, row.content),
        sql`${records.linkSecret} is not distinct from ${row.linkSecret}`,
      ),
    )
}

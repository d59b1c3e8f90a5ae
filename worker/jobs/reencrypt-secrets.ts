import { and, eq, exists, gt, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { monitorChanges, monitors, records, twoFactors, webhookEndpoints } from '#db/schema/index.ts'
import { decryptSecret, encryptSecret, newestKeyId } from '#worker/accounts/two-factor/secret.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { reencryptMonitor } from '#worker/monitors/reencrypt.ts'
import { reencryptRecord } from '#worker/records/content.ts'
import { reencryptSecret } from '#worker/webhooks/secret.ts'
import { inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 50, batches: 20 }

export async function reencryptSecrets(ctx: Context): Promise<JobResult> {
  const { db, settings } = ctx
  const isOutdated = (column: PgColumn, kid = newestKeyId(settings)): SQL =>
    not(sql`starts_with(${column}, ${`${kid}.`})`)
  return toJobResult({
    reencrypted: await forEach(ctx, 'two-factor secret', reencrypt, (last) => {
      const { userId, encryptedSecret } = twoFactors
      return db
        .select({ userId, encryptedSecret })
        .from(twoFactors)
        .where(and(last && gt(userId, last.userId), isOutdated(encryptedSecret)))
        .orderBy(userId)
        .limit(LIMITS.size)
    }),
    webhooks: await forEach(ctx, 'webhook secret', reencryptEndpoint, (last) => {
      const { id, secret, oldSecret } = webhookEndpoints
      return db
        .select({ id, secret, oldSecret })
        .from(webhookEndpoints)
        .where(and(last && gt(id, last.id), or(isOutdated(secret), isOutdated(oldSecret))))
        .orderBy(id)
        .limit(LIMITS.size)
    }),
    records: await forEach(ctx, 'record', reencryptOne, (last) => {
      const { id, organizationId, number, content, linkSecret } = records
      return db
        .select({ id, organizationId, number, content, linkSecret })
        .from(records)
        .where(and(last && gt(id, last.id), isOutdated(content, settings.RECORD_KEYS[0].kid)))
        .orderBy(id)
        .limit(LIMITS.size)
    }),
    monitors: await forEach(ctx, 'monitor', reencryptMonitor, (last) => {
      const { kid } = settings.BATCH_KEYS[0]
      const { id, details, answer, doubt } = monitors
      const changes = db
        .select({ id: monitorChanges.id })
        .from(monitorChanges)
        .where(and(sql`${monitorChanges.monitorId} = ${id}`, isOutdated(monitorChanges.details, kid)))
      const isOld = [details, answer, doubt].map((column) => isOutdated(column, kid))
      return db
        .select({ id })
        .from(monitors)
        .where(and(last && gt(id, last.id), or(...isOld, exists(changes))))
        .orderBy(id)
        .limit(LIMITS.size)
    }),
  })
}

/** `read` returns rows after the last one, in order. A row that fails is logged, and tried again by the next run. */
function forEach<Row>(
  ctx: Context,
  what: string,
  write: (ctx: Context, row: Row) => Promise<void>,
  read: (last: Row | undefined) => Promise<Row[]>,
) {
  let last: Row | undefined
  return inBatches(LIMITS, async () => {
    const rows = await read(last)
    for (const row of rows)
      await write(ctx, row).catch((error: unknown) => logError(what, error, ctx.requestId))
    last = rows.at(-1)
    return rows.length
  })
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

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

/** After a key rotation, encrypts secrets with the newest key, so that the old one can be removed. */
export async function reencryptSecrets(ctx: Context): Promise<JobResult> {
  const isOutdated = (column: PgColumn, kid = newestKeyId(ctx.settings)): SQL =>
    not(sql`starts_with(${column}, ${`${kid}.`})`)
  let lastUserId = 0
  const reencrypted = await inBatches(LIMITS, async () => {
    const outdated = await ctx.db
      .select({ userId: twoFactors.userId, encryptedSecret: twoFactors.encryptedSecret })
      .from(twoFactors)
      .where(and(gt(twoFactors.userId, lastUserId), isOutdated(twoFactors.encryptedSecret)))
      .orderBy(twoFactors.userId)
      .limit(LIMITS.size)
    for (const row of outdated) {
      lastUserId = row.userId
      await reencrypt(ctx, row).catch((error: unknown) => logError('two-factor secret', error, ctx.requestId))
    }
    return outdated.length
  })
  let lastId = ''
  const webhooks = await inBatches(LIMITS, async () => {
    const { id, secret, oldSecret } = webhookEndpoints
    const outdated = await ctx.db
      .select({ id, secret, oldSecret })
      .from(webhookEndpoints)
      .where(and(gt(id, lastId), or(isOutdated(secret), isOutdated(oldSecret))))
      .orderBy(id)
      .limit(LIMITS.size)
    for (const row of outdated) {
      lastId = row.id
      await reencryptEndpoint(ctx, row).catch((error: unknown) =>
        logError('webhook secret', error, ctx.requestId),
      )
    }
    return outdated.length
  })
  let lastRecordId = ''
  const kept = await inBatches(LIMITS, async () => {
    const { id, organizationId, number, content, linkSecret } = records
    const outdated = await ctx.db
      .select({ id, organizationId, number, content, linkSecret })
      .from(records)
      .where(and(gt(id, lastRecordId), isOutdated(content, ctx.settings.RECORD_KEYS[0].kid)))
      .orderBy(id)
      .limit(LIMITS.size)
    for (const row of outdated) {
      lastRecordId = row.id
      await reencryptOne(ctx, row).catch((error: unknown) => logError('record', error, ctx.requestId))
    }
    return outdated.length
  })
  let lastMonitorId = ''
  const { kid } = ctx.settings.BATCH_KEYS[0]
  const reencryptedMonitors = await inBatches(LIMITS, async () => {
    const { id, details, answer, doubt } = monitors
    const changes = ctx.db
      .select({ id: monitorChanges.id })
      .from(monitorChanges)
      .where(and(sql`${monitorChanges.monitorId} = ${monitors.id}`, isOutdated(monitorChanges.details, kid)))
    const isOld = [details, answer, doubt].map((column) => isOutdated(column, kid))
    const outdated = await ctx.db
      .select({ id })
      .from(monitors)
      .where(and(gt(id, lastMonitorId), or(...isOld, exists(changes))))
      .orderBy(id)
      .limit(LIMITS.size)
    for (const row of outdated) {
      lastMonitorId = row.id
      await reencryptMonitor(ctx, row.id).catch((error: unknown) => logError('monitor', error, ctx.requestId))
    }
    return outdated.length
  })
  return toJobResult({ reencrypted, webhooks, records: kept, monitors: reencryptedMonitors })
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

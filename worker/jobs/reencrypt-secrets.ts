import { and, eq, gt, not, sql } from 'drizzle-orm'
import { twoFactors } from '#db/schema/index.ts'
import { decryptSecret, encryptSecret, newestKeyId } from '#worker/accounts/two-factor/secret.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 50, batches: 20 }

/** After a key rotation, encrypts two-factor secrets with the newest key, so that the old one can be removed. */
export async function reencryptSecrets(ctx: Context): Promise<JobResult> {
  const isCurrent = sql`starts_with(${twoFactors.encryptedSecret}, ${`${newestKeyId(ctx.settings)}.`})`
  let lastUserId = 0
  const reencrypted = await inBatches(LIMITS, async () => {
    const outdated = await ctx.db
      .select({ userId: twoFactors.userId, encryptedSecret: twoFactors.encryptedSecret })
      .from(twoFactors)
      .where(and(gt(twoFactors.userId, lastUserId), not(isCurrent)))
      .orderBy(twoFactors.userId)
      .limit(LIMITS.size)
    for (const row of outdated) {
      lastUserId = row.userId
      await reencrypt(ctx, row).catch((error: unknown) => logError('two-factor secret', error, ctx.requestId))
    }
    return outdated.length
  })
  return toJobResult({ reencrypted })
}

async function reencrypt(ctx: Context, row: { userId: number; encryptedSecret: string }): Promise<void> {
  const secret = await decryptSecret(ctx.settings, row.userId, row.encryptedSecret)
  const encryptedSecret = await encryptSecret(ctx.settings, row.userId, secret)
  await ctx.db
    .update(twoFactors)
    .set({ encryptedSecret })
    .where(and(eq(twoFactors.userId, row.userId), eq(twoFactors.encryptedSecret, row.encryptedSecret)))
}

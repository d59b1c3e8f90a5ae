import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { rateLimits } from '#db/schema/index.ts'
import { COOLDOWN_LIFE_SECONDS, type ResetCooldown } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { hashKey } from '#worker/lib/hash.ts'

export const RESET_RATE_LIMIT = 'password_reset'

const WAITS = [60, 120, 300, 900]

const keyOf = (email: string) => `reset-cooldown:${hashKey(email)}`

const secondsLeft = sql<number>`ceil(extract(epoch from ${rateLimits.cooldownUntil} - now()))::int`

/** Returns a row with the new cooldown, or none if one is running. PostgreSQL decides; Redis is a cache. */
export function startResetCooldown(ctx: Context, email: string) {
  const count = sql`case when ${rateLimits.lastAttempt} < now() - ${`${COOLDOWN_LIFE_SECONDS} seconds`}::interval
    then 1 else ${rateLimits.attemptCount} + 1 end`
  return ctx.db
    .insert(rateLimits)
    .values({ email, type: RESET_RATE_LIMIT, lastAttempt: sql`now()`, cooldownUntil: endAfter(sql`1`) })
    .onConflictDoUpdate({
      target: [rateLimits.email, rateLimits.type],
      set: { attemptCount: count, lastAttempt: sql`now()`, cooldownUntil: endAfter(count) },
      setWhere: sql`coalesce(${rateLimits.cooldownUntil} <= now(), true)`,
    })
    .returning({ seconds: secondsLeft.as('seconds') })
}

const endAfter = (count: SQL) =>
  sql`now() + (${`{${WAITS.join(',')}}`}::int[])[least(${count}, ${WAITS.length}::int)] * interval '1 second'`

export async function readStoredCooldown(ctx: Context, email: string): Promise<number> {
  const [row] = await ctx.db
    .select({ seconds: secondsLeft })
    .from(rateLimits)
    .where(and(eq(rateLimits.email, email), eq(rateLimits.type, RESET_RATE_LIMIT)))
  return Math.max(0, row?.seconds ?? 0)
}

export async function readCachedCooldown(ctx: Context, email: string): Promise<number | undefined> {
  const milliseconds = await ctx.redis.run(z.number(), (redis) => redis.pttl(keyOf(email))).catch(() => 0)
  return milliseconds > 0 ? Math.ceil(milliseconds / 1000) : undefined
}

export async function cacheCooldown(ctx: Context, email: string, seconds: number): Promise<void> {
  await ctx.redis
    .run(z.literal('OK'), (redis) => redis.set(keyOf(email), '1', { ex: seconds }))
    .catch(() => undefined)
}

export async function readResetCooldown(ctx: Context, email: string): Promise<ResetCooldown> {
  const cooldownSeconds = (await readCachedCooldown(ctx, email)) ?? (await readStoredCooldown(ctx, email))
  return { success: true, inCooldown: cooldownSeconds > 0, cooldownSeconds }
}

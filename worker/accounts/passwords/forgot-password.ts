import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { passwordResetTokens, rateLimits, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import {
  COOLDOWN_LIFE_SECONDS,
  RESET_LIFE_SECONDS,
  type ResetCooldown,
  type ResetRequested,
} from '#worker/accounts/contract.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret, hashKey } from '#worker/lib/hash.ts'
import { formatDuration, retry } from '#worker/lib/time.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { passwordResetEmail } from '#worker/mail/templates.ts'
import { inTransaction } from '#worker/transaction.ts'
import { deleteResetTokens } from './reset-tokens.ts'

export const RESET_RATE_LIMIT = 'password_reset'

export const RESET_WAITS = [60, 120, 300, 900]

const keyOf = (email: string) => `reset-cooldown:${hashKey(email)}`

const secondsLeft = sql<number>`ceil(extract(epoch from ${rateLimits.cooldownUntil} - now()))::int`

/** Returns a row with the new cooldown, or none if one is running. PostgreSQL decides; Redis is a cache. */
function startResetCooldown(ctx: Context, email: string) {
  const count = sql`case when ${rateLimits.lastAttempt} < now() - ${`${COOLDOWN_LIFE_SECONDS} seconds`}::interval
    then 1 else ${rateLimits.attemptCount} + 1 end`
  return ctx.db
    .insert(rateLimits)
    .values({ email, type: RESET_RATE_LIMIT, lastAttempt: ctx.now, cooldownUntil: endAfter(sql`1`) })
    .onConflictDoUpdate({
      target: [rateLimits.email, rateLimits.type],
      set: { attemptCount: count, lastAttempt: ctx.now, cooldownUntil: endAfter(count) },
      setWhere: sql`coalesce(${rateLimits.cooldownUntil} <= now(), true)`,
    })
    .returning({ seconds: secondsLeft.as('seconds') })
}

const endAfter = (count: SQL) =>
  sql`now() + (${`{${RESET_WAITS.join(',')}}`}::int[])[least(${count}, ${RESET_WAITS.length}::int)] * interval '1 second'`

const isCooldownOf = (email: string) =>
  and(eq(rateLimits.email, email), eq(rateLimits.type, RESET_RATE_LIMIT))

const endOwnCooldown = (ctx: Context, email: string) =>
  ctx.db
    .update(rateLimits)
    .set({ cooldownUntil: null })
    .where(and(isCooldownOf(email), eq(rateLimits.lastAttempt, ctx.now)))

async function readStoredCooldown(ctx: Context, email: string): Promise<number> {
  const [row] = await ctx.db.select({ seconds: secondsLeft }).from(rateLimits).where(isCooldownOf(email))
  return Math.max(0, row?.seconds ?? 0)
}

async function readCachedCooldown(ctx: Context, email: string): Promise<number | undefined> {
  const milliseconds = await ctx.redis.run(z.number(), (redis) => redis.pttl(keyOf(email))).catch(() => 0)
  return milliseconds > 0 ? Math.ceil(milliseconds / 1000) : undefined
}

async function cacheCooldown(ctx: Context, email: string, seconds: number): Promise<void> {
  await ctx.redis
    .run(z.literal('OK'), (redis) => redis.set(keyOf(email), '1', { ex: seconds }))
    .catch(() => undefined)
}

export async function readResetCooldown(ctx: Context, email: string): Promise<ResetCooldown> {
  const cooldownSeconds = (await readCachedCooldown(ctx, email)) ?? (await readStoredCooldown(ctx, email))
  return { success: true, inCooldown: cooldownSeconds > 0, cooldownSeconds }
}

const RETRY_DELAYS_MS = [1_000, 5_000]

const MESSAGE = 'If an account uses this email, we sent a link to reset its password.'

/** Sends the link after the response, so that the response takes the same time for every address. */
export async function forgotPassword(ctx: Context, email: string): Promise<ResetRequested> {
  const cached = await readCachedCooldown(ctx, email)
  if (cached !== undefined) throw tooSoon(cached)
  const [started] = await startResetCooldown(ctx, email).catch((error: unknown) => {
    // It may have started although its answer was lost, but no link is sent.
    ctx.waitUntil(retry(() => endOwnCooldown(ctx, email), { delaysMs: RETRY_DELAYS_MS }))
    throw error
  })
  const seconds = started?.seconds ?? Math.max(1, await readStoredCooldown(ctx, email))
  ctx.waitUntil(cacheCooldown(ctx, email, seconds))
  if (!started) throw tooSoon(seconds)
  const link = { ...generateSecret(), key: `password-reset/${randomBase62(16)}` }
  ctx.waitUntil(retry(() => sendLink(ctx, email, link), { delaysMs: RETRY_DELAYS_MS }))
  return { success: true, message: MESSAGE, cooldownSeconds: seconds }
}

const tooSoon = (seconds: number) =>
  new AppError('RATE_LIMITED', {
    message: `We just sent you an email. Try again in ${formatDuration(seconds)}.`,
    retryAfter: seconds,
    fields: { cooldownSeconds: seconds },
  })

type Link = { secret: string; hash: string; key: string }

/** Nothing more happens if an earlier attempt was committed although its answer was lost. */
const sendLink = (ctx: Context, email: string, { secret, hash, key }: Link): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!owner || (await tx.$count(passwordResetTokens, eq(passwordResetTokens.token, hash))) > 0) return
    const link = `${ctx.settings.APP_ORIGIN}/reset-password#token=${secret}`
    await deleteResetTokens(tx, email)
    await tx
      .insert(passwordResetTokens)
      .values({ email, token: hash, expiresAt: secondsFromNow(RESET_LIFE_SECONDS) })
    await audit(tx, { event: 'password.reset_requested', accountId: owner.id, actor: null })
    await queueEmail(tx, passwordResetEmail({ key, to: email, link }))
  })

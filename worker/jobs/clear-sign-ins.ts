import { and, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import {
  apiTokens,
  emailChanges,
  passwordResetTokens,
  rateLimits,
  sessions,
  signUps,
} from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import { COOLDOWN_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import { RESET_RATE_LIMIT } from '#worker/accounts/passwords/forgot-password.ts'
import type { Context } from '#worker/context.ts'
import { daysAgo, deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 1_000, batches: 10 }

const RESET_TOKEN_LIFE_DAYS = 1

export async function clearSignIns(ctx: Context): Promise<JobResult> {
  const ended = await deleteInBatches(ctx, LIMITS, sessions, {
    where: lte(sessions.expire, ctx.now),
  })
  const resetTokens = await deleteInBatches(ctx, LIMITS, passwordResetTokens, {
    where: lte(passwordResetTokens.expiresAt, daysAgo(ctx, RESET_TOKEN_LIFE_DAYS)),
  })
  const cooldowns = await deleteInBatches(ctx, LIMITS, rateLimits, {
    where: and(
      eq(rateLimits.type, RESET_RATE_LIMIT),
      lt(rateLimits.lastAttempt, secondsAgo(COOLDOWN_LIFE_SECONDS)),
      or(isNull(rateLimits.cooldownUntil), lte(rateLimits.cooldownUntil, ctx.now)),
    ),
  })
  const expired = await deleteInBatches(ctx, LIMITS, signUps, { where: lte(signUps.expiresAt, ctx.now) })
  const changes = await deleteInBatches(ctx, LIMITS, emailChanges, {
    where: lte(emailChanges.expiresAt, ctx.now),
  })
  const apps = await deleteInBatches(ctx, LIMITS, apiTokens, {
    where: and(isNotNull(apiTokens.oauthClientId), lte(apiTokens.expiresAt, ctx.now)),
  })
  return toJobResult({
    sessions: ended,
    resetTokens,
    rateLimits: cooldowns,
    signUps: expired,
    emailChanges: changes,
    apps,
  })
}

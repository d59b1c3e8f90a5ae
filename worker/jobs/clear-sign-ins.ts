import { aliasedTable, and, eq, exists, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm'
import {
  apiActivities,
  memberships,
  organizations,
  passwordResetTokens,
  rateLimits,
  sessions,
  users,
} from '#db/schema/index.ts'
import {
  COOLDOWN_LIFE_SECONDS,
  SESSION_ABSOLUTE_SECONDS,
  VERIFICATION_LIFE_SECONDS,
} from '#worker/accounts/contract.ts'
import { isIncomplete, signUpExpiresAt } from '#worker/accounts/pending-sign-up.ts'
import { RESET_RATE_LIMIT } from '#worker/accounts/reset-cooldown.ts'
import { SIGN_UP_RATE_LIMIT } from '#worker/accounts/start-sign-up.ts'
import type { Context } from '#worker/context.ts'
import { DAY, deleteInBatches, inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 1_000, batches: 10 }
const SIGN_UP_LIMITS = { size: 200, batches: 10 }

const RESET_TOKEN_LIFE_DAYS = 1
const PENDING_SIGN_UP_LIFE_DAYS = 7

/** In seconds, after the last attempt. */
const rateLimitLives = [
  [RESET_RATE_LIMIT, COOLDOWN_LIFE_SECONDS],
  [SIGN_UP_RATE_LIMIT, VERIFICATION_LIFE_SECONDS],
] as const

export async function clearSignIns(ctx: Context): Promise<JobResult> {
  const secondsAgo = (seconds: number) => new Date(ctx.now.getTime() - seconds * 1000)
  const ended = await deleteInBatches(ctx, LIMITS, sessions, {
    where: or(lte(sessions.expire, ctx.now), lte(sessions.createdAt, secondsAgo(SESSION_ABSOLUTE_SECONDS))),
  })
  const resetTokens = await deleteInBatches(ctx, LIMITS, passwordResetTokens, {
    where: lte(passwordResetTokens.expiresAt, new Date(ctx.now.getTime() - RESET_TOKEN_LIFE_DAYS * DAY)),
  })
  const pastLife = rateLimitLives.map(([type, seconds]) =>
    and(eq(rateLimits.type, type), lt(rateLimits.lastAttempt, secondsAgo(seconds))),
  )
  const cooldowns = await deleteInBatches(ctx, LIMITS, rateLimits, {
    where: and(or(isNull(rateLimits.cooldownUntil), lte(rateLimits.cooldownUntil, ctx.now)), or(...pastLife)),
  })
  const signUps = await inBatches(SIGN_UP_LIMITS, () => deletePendingSignUps(ctx))
  return toJobResult({ sessions: ended, resetTokens, rateLimits: cooldowns, signUps })
}

/** An organization with other members or calls stays, or it would have no admin. */
async function deletePendingSignUps(ctx: Context): Promise<number> {
  const { db } = ctx
  const expiredBefore = new Date(ctx.now.getTime() - PENDING_SIGN_UP_LIFE_DAYS * DAY)
  const others = aliasedTable(memberships, 'others')
  const otherMembers = db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.organizationId, memberships.organizationId), ne(others.userId, users.id)))
  const calls = db
    .select({ id: apiActivities.id })
    .from(apiActivities)
    .where(eq(apiActivities.organizationId, memberships.organizationId))
  const organizationsInUse = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.userId, users.id), or(exists(otherMembers), exists(calls))))
  const due = db.$with('due').as(
    db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          isIncomplete,
          sql`${signUpExpiresAt} <= ${expiredBefore.toISOString()}`,
          notExists(organizationsInUse),
        ),
      )
      .orderBy(users.id)
      .limit(SIGN_UP_LIMITS.size)
      .for('update', { of: users, skipLocked: true }),
  )
  const dueIds = db.select({ id: due.id }).from(due)
  const owned = db
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(inArray(memberships.userId, dueIds))
  const deletedOrganizations = db
    .$with('deleted_organizations')
    .as(db.delete(organizations).where(inArray(organizations.id, owned)))
  const { rowCount } = await db.with(due, deletedOrganizations).delete(users).where(inArray(users.id, dueIds))
  return rowCount
}

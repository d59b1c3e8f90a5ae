import { sql } from 'drizzle-orm'
import {
  COOLDOWN_LIFE_SECONDS,
  SESSION_ABSOLUTE_SECONDS,
  VERIFICATION_LIFE_SECONDS,
} from '#worker/accounts/contract.ts'
import { RESET_RATE_LIMIT } from '#worker/accounts/reset-cooldown.ts'
import { SIGN_UP_RATE_LIMIT } from '#worker/accounts/start-sign-up.ts'
import type { Context } from '#worker/context.ts'
import { DAY, deleteInBatches, inBatches, instant, type JobResult, resultOf } from './job.ts'

const BOUND = { size: 1_000, batches: 10 }
const SIGN_UPS = { size: 200, batches: 10 }

/** How long a link of ours is remembered after its end. */
const RESET_TOKEN_LIFE_DAYS = 1
const WAITING_SIGN_UP_LIFE_DAYS = 7

/** For how many seconds after the last attempt each kind still counts for something. */
const rateLimitLives = [
  [RESET_RATE_LIMIT, COOLDOWN_LIFE_SECONDS],
  [SIGN_UP_RATE_LIMIT, VERIFICATION_LIFE_SECONDS],
] as const

/** Clears away what signing in and up leaves behind: ended sessions, void links, cooldowns, sign-ups that nobody finished. */
export async function clearSignIns(ctx: Context): Promise<JobResult> {
  const now = ctx.now.getTime()
  const sessions = await deleteInBatches(
    ctx,
    BOUND,
    sql`session`,
    sql`(expire <= ${instant(now)} or created_at <= ${instant(now - SESSION_ABSOLUTE_SECONDS * 1000)})`,
  )
  const resetTokens = await deleteInBatches(
    ctx,
    BOUND,
    sql`password_reset_tokens`,
    sql`expires_at <= ${instant(now - RESET_TOKEN_LIFE_DAYS * DAY)}`,
  )
  const counted = rateLimitLives.map(
    ([type, seconds]) => sql`type = ${type} and last_attempt < ${instant(now - seconds * 1000)}`,
  )
  const rateLimits = await deleteInBatches(
    ctx,
    BOUND,
    sql`rate_limit`,
    sql`(cooldown_until is null or cooldown_until <= ${instant(now)}) and (${sql.join(counted, sql` or `)})`,
  )
  const signUps = await inBatches(SIGN_UPS, () => deleteWaitingSignUps(ctx))
  return resultOf({ sessions, resetTokens, rateLimits, signUps })
}

/**
 * Deletes sign-ups whose link died long ago, each with the organization that was made for it. One whose organization
 * somebody else has joined, or called for, stays: it would be left without an admin. The lock makes whoever renews or
 * completes the sign-up at the same moment either come first, and it stays, or find an address that is free.
 */
async function deleteWaitingSignUps(ctx: Context): Promise<number> {
  const diedBefore = instant(ctx.now.getTime() - WAITING_SIGN_UP_LIFE_DAYS * DAY)
  const { rowCount } = await ctx.db.execute(sql`
    with due as materialized (
      select id from users
       where password is null and google_sub is null and (temp_data->>'expiresAt')::timestamptz <= ${diedBefore}
         and not exists (
           select from organization_memberships own
            where own.user_id = users.id
              and (exists (select from organization_memberships other
                            where other.organization_id = own.organization_id and other.user_id <> users.id)
                or exists (select from api_activities call where call.organization_id = own.organization_id)))
       order by id
       limit ${SIGN_UPS.size}::int
         for update of users skip locked
    ),
    gone as (
      delete from organizations
       where id in (select organization_id from organization_memberships where user_id in (select id from due))
    )
    delete from users where id in (select id from due)`)
  return rowCount
}

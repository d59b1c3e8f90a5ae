import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { COOLDOWN_LIFE_SECONDS, resetCooldown } from './cooldown.ts'

/** The rows of `rate_limit` that are about mails for a forgotten password. */
export const RESET_RATE_LIMIT = 'password_reset'

/** `wait` in seconds. */
export const resetTurnSchema = z.object({ count: z.number(), wait: z.number() })

/** The last turn of that address and how long it still bars the next; undefined where there was none. */
export async function readResetTurn(ctx: Context, email: string) {
  const { rows } = await ctx.db.execute(sql`
    select attempt_count as count, greatest(0, ceil(extract(epoch from cooldown_until - now())))::int as wait
      from rate_limit where email = ${email} and type = ${RESET_RATE_LIMIT}`)
  return resetTurnSchema.optional().parse(rows[0])
}

/** Takes a turn in PostgreSQL, as a part of a larger statement: one row when it is taken, none while the one before bars it. */
export function resetTurnPart(email: string): SQL {
  const life = `${COOLDOWN_LIFE_SECONDS} seconds`
  const waits = `{${resetCooldown.waits.join(',')}}`
  const count = sql`case when rate_limit.last_attempt < now() - ${life}::interval then 1
                         else rate_limit.attempt_count + 1 end`
  const waitAfter = (turns: SQL) =>
    sql`(${waits}::int[])[least(${turns}, ${resetCooldown.waits.length}::int)] * interval '1 second'`
  return sql`
    insert into rate_limit (email, type, attempt_count, last_attempt, cooldown_until)
    values (${email}, ${RESET_RATE_LIMIT}, 1, now(), now() + ${waitAfter(sql`1`)})
    on conflict (email, type) do update
      set attempt_count = ${count}, last_attempt = now(), cooldown_until = now() + ${waitAfter(count)}
      where rate_limit.cooldown_until is null or rate_limit.cooldown_until <= now()
    returning attempt_count, cooldown_until`
}

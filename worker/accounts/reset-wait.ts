import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import type { ResetCooldown } from './contract.ts'
import { readWait, resetCooldown } from './cooldown.ts'
import { RESET_RATE_LIMIT } from './reset-rate-limit.ts'

const rowSchema = z.object({ wait: z.number() })

/** How long until another reset mail may be asked for: from Redis, or from PostgreSQL where Redis has no count. */
export async function resetWait(ctx: Context, email: string): Promise<ResetCooldown> {
  const known = await readWait(ctx, resetCooldown, email).catch(() => undefined)
  const cooldownSeconds = known ?? (await readDurableWait(ctx, email))
  return { success: true, inCooldown: cooldownSeconds > 0, cooldownSeconds }
}

async function readDurableWait(ctx: Context, email: string): Promise<number> {
  const { rows } = await ctx.db.execute(sql`
    select ceil(extract(epoch from cooldown_until - now()))::int as wait
      from rate_limit where email = ${email} and type = ${RESET_RATE_LIMIT} and cooldown_until > now()`)
  return rowSchema.optional().parse(rows[0])?.wait ?? 0
}

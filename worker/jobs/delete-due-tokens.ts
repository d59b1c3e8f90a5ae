import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { invalidateToken } from '#worker/quota/token-cache.ts'
import { inBatches, instant, type JobResult, resultOf } from './job.ts'

const BOUND = { size: 50, batches: 20 }

const rowsSchema = z.array(z.object({ token: z.string() }))

/**
 * Deletes the tokens whose scheduled deletion is due. They stopped working at that instant: their records in Redis
 * carry it, so that a Redis which cannot be told now refuses them all the same.
 */
export async function deleteDueTokens(ctx: Context): Promise<JobResult> {
  const deleted = await inBatches(BOUND, async () => {
    const { rows } = await ctx.db.execute(sql`
      delete from api_tokens
       where id = any(array(
         select id from api_tokens where delete_at <= ${instant(ctx.now.getTime())}
          order by delete_at limit ${BOUND.size}::int for update skip locked))
      returning token`)
    const tokens = rowsSchema.parse(rows)
    await Promise.all(tokens.map(({ token }) => invalidateToken(ctx, token)))
    return tokens.length
  })
  return resultOf({ deleted })
}

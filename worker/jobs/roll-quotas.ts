import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import { monthOf } from '#worker/quota/month.ts'
import { inBatches, instant, type JobResult, resultOf } from './job.ts'

const BOUND = { size: 1_000, batches: 20 }

/**
 * Begins the month of `ctx.now` in the quotas whose own is over. No call waits for that: whoever spends or reads from
 * such a row takes it as empty, and the first call of the month that is written rolls it, which this leaves alone.
 */
export async function rollQuotas(ctx: Context): Promise<JobResult> {
  const now = ctx.now.getTime()
  const end = monthOf(ctx.now).end.getTime()
  const rolled = await inBatches(BOUND, async () => {
    const { rowCount } = await ctx.db.execute(sql`
      update organization_quotas set used_count = 0, reset_date = ${instant(end)}
       where id = any(array(
         select id from organization_quotas where reset_date <= ${instant(now)}
          order by reset_date limit ${BOUND.size}::int for update skip locked))`)
    return rowCount
  })
  return resultOf({ rolled })
}

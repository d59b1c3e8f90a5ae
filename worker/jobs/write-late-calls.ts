import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { DEAD_LETTER_QUEUE } from '#worker/quota/record-call.ts'
import { callSchema, writeCalls } from '#worker/quota/write-calls.ts'
import type { JobResult } from './job.ts'

const BATCH = 200
const MAX_BATCHES = 25

/** Writing a call twice changes nothing, so runs may stop anywhere and overlap. */
export async function writeLateCalls(ctx: Context): Promise<JobResult> {
  let written = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const entries = await ctx.redis.run(z.array(z.string()), (redis) =>
      redis.lrange(DEAD_LETTER_QUEUE, 0, BATCH - 1),
    )
    if (entries.length === 0) break
    const calls = entries.flatMap((entry) => {
      const call = callSchema.safeParse(parseJson(entry))
      if (!call.success) console.error(JSON.stringify({ level: 'error', what: 'unreadable call dropped' }))
      return call.success ? [call.data] : []
    })
    if (calls.length > 0) await writeCalls(ctx.db, calls)
    await ctx.redis.run(z.array(z.number()), (redis) => {
      const transaction = redis.multi()
      for (const entry of entries) transaction.lrem(DEAD_LETTER_QUEUE, 1, entry)
      return transaction.exec()
    })
    written += entries.length
  }
  return { counts: { written }, hasMore: false }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

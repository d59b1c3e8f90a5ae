import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { redisMarks } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { defineScript, ifUnavailable } from '#worker/services/redis.ts'
import type { JobResult } from './job.ts'

/**
 * Raises the mark, unless Redis has an older one than expected. Returns what it had. A script, because only the primary
 * runs it: a replica is late.
 *
 * KEYS  1 the mark
 * ARGV  1 expected  2 new
 */
const raiseScript = defineScript(
  `#!lua flags=allow-key-locking
local found = tonumber(redis.call('GET', KEYS[1]) or '')
if (found or 0) >= tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[2]) end
return found or false
`,
  z.number().nullable(),
)

/** Compares a mark in Redis with PostgreSQL's copy. It is missing if Redis lost data, and older if it was rolled back. */
export async function checkRedis(ctx: Context): Promise<JobResult> {
  const epoch = ctx.settings.CACHE_EPOCH
  const [known] = await ctx.db.select().from(redisMarks).where(eq(redisMarks.epoch, epoch))
  const expected = known?.mark ?? 0
  const next = ctx.now.getTime()
  const found = await ctx.redis
    .script(raiseScript, [`mark:${epoch}`], [expected, next])
    .catch(ifUnavailable(undefined))
  if (found === undefined) return { counts: {}, hasMore: false }
  const isBehind = (found ?? 0) < expected
  const finding = {
    mark: isBehind ? (found ?? 0) : next,
    lostAt: isBehind && found === null ? ctx.now : known?.lostAt,
    wentBackAt: known?.wentBackAt ?? (isBehind && found !== null ? ctx.now : undefined),
  }
  await ctx.db
    .insert(redisMarks)
    .values({ epoch, ...finding })
    .onConflictDoUpdate({ target: redisMarks.epoch, set: finding })
  return { counts: { behind: isBehind ? 1 : 0 }, hasMore: false }
}

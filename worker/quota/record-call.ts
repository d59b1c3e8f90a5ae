import * as z from 'zod'
import { RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { retry, sleep } from '#worker/lib/retry.ts'
import type { Call } from './call.ts'
import { monthOf } from './month.ts'
import { addPendingWrites, recordUsedCount } from './pending-writes.ts'
import { type CachedOrganization, invalidateOrganization, invalidateToken } from './token-cache.ts'
import { writeCalls } from './write-calls.ts'

/** Calls that answer within this time of each other share one write (milliseconds). */
const GATHERING_TIME = 20
const MAX_BATCH = 500
const RETRY_DELAY = 250

/** The Redis list of calls that PostgreSQL could not take; the cron drains it. */
export const DEAD_LETTER_QUEUE = 'dead-letter-calls'

/** A call, and what the hot path believed of its token and organization when it let it pass. */
export type RecordedCall = { call: Call; tokenHash: string; believed: CachedOrganization }

const gathered: RecordedCall[] = []

/**
 * Writes a call after its answer, together with others of this isolate. Every call sees to what is gathered by then, so
 * that one whose request is cut off before takes none of the others with it.
 */
export function recordCall(ctx: Context, recorded: RecordedCall): void {
  gathered.push(recorded)
  addPendingWrites(recorded.call.pending)
  ctx.waitUntil(writeGathered(ctx))
}

/** Writes a call before its answer: the dashboard reads it back at once. */
export async function recordCallNow(ctx: Context, recorded: RecordedCall): Promise<void> {
  addPendingWrites(recorded.call.pending)
  await write(ctx, [recorded])
}

async function writeGathered(ctx: Context): Promise<void> {
  await sleep(GATHERING_TIME)
  while (gathered.length > 0) await write(ctx, gathered.splice(0, MAX_BATCH))
}

async function write(ctx: Context, batch: RecordedCall[]): Promise<void> {
  const calls = batch.map(({ call }) => call)
  try {
    const result = await retry(() => writeCalls(ctx.db, calls), { delays: [RETRY_DELAY] })
    for (const { call, tokenHash } of batch) {
      const organization = result.organizations.find(({ id }) => id === call.organizationId)
      if (!organization) continue
      const current = monthOf(new Date(organization.resetDate.getTime() - 1)).key
      recordUsedCount(tokenHash, current, organization.usedCount)
    }
    await mendCache(ctx, batch, result)
  } catch (error) {
    await keepForLater(ctx, calls, error)
  } finally {
    addPendingWrites(-calls.reduce((sum, { pending }) => sum + pending, 0))
  }
}

/** A token or an organization that changed while Redis could not be told is put right by the first call that shows it. */
async function mendCache(
  ctx: Context,
  batch: RecordedCall[],
  result: Awaited<ReturnType<typeof writeCalls>>,
): Promise<void> {
  const gone = new Set<string>()
  const changed = new Set<string>()
  for (const { call, tokenHash, believed } of batch) {
    if (call.tokenId !== null && !result.tokenIds.includes(call.tokenId)) gone.add(tokenHash)
    const organization = result.organizations.find(({ id }) => id === believed.id)
    if (
      organization &&
      (organization.status !== believed.status ||
        organization.tier !== believed.tier ||
        organization.monthlyLimit !== believed.monthlyLimit ||
        organization.vatNumber !== believed.vatNumber)
    ) {
      changed.add(organization.id)
    }
  }
  for (const tokenHash of gone) await invalidateToken(ctx, tokenHash)
  for (const organizationId of changed) await invalidateOrganization(ctx, organizationId)
}

async function keepForLater(ctx: Context, calls: Call[], cause: unknown): Promise<void> {
  logError(`writing ${calls.length} calls`, cause, ctx.requestId)
  try {
    await ctx.redis.send(z.number(), 'RPUSH', DEAD_LETTER_QUEUE, ...calls.map((call) => JSON.stringify(call)))
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    logError(`lost calls ${calls.map(({ requestId }) => requestId).join(' ')}`, error, ctx.requestId)
  }
}

import * as z from 'zod'
import { RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { retry, sleep } from '#worker/lib/retry.ts'
import type { Call } from './call.ts'
import { monthOf } from './month.ts'
import { addPendingWrites, recordUsedCount } from './pending-writes.ts'
import { type CachedOrganization, invalidateOrganization, invalidateToken } from './token-cache.ts'
import { type WriteResult, writeCalls } from './write-calls.ts'

/** In milliseconds. Calls that end within this time share one write. */
const BATCH_WINDOW = 20
const MAX_BATCH = 500
const RETRY_DELAY = 250

/** A Redis list. A cron job drains it. */
export const DEAD_LETTER_QUEUE = 'dead-letter-calls'

export type RecordedCall = { call: Call; tokenHash: string; cached: CachedOrganization }

const queue: RecordedCall[] = []

/** Writes a call after its answer. Every call writes the whole queue, because an earlier request may be canceled. */
export function recordCall(ctx: Context, recorded: RecordedCall): void {
  queue.push(recorded)
  addPendingWrites(recorded.call.pending)
  ctx.waitUntil(writeQueue(ctx))
}

/** For the dashboard, which lists the call at once. */
export async function recordCallNow(ctx: Context, recorded: RecordedCall): Promise<void> {
  addPendingWrites(recorded.call.pending)
  await write(ctx, [recorded])
}

async function writeQueue(ctx: Context): Promise<void> {
  await sleep(BATCH_WINDOW)
  while (queue.length > 0) await write(ctx, queue.splice(0, MAX_BATCH))
}

async function write(ctx: Context, batch: RecordedCall[]): Promise<void> {
  const calls = batch.map(({ call }) => call)
  try {
    const result = await retry(() => writeCalls(ctx.db, calls), { delays: [RETRY_DELAY] })
    for (const { call, tokenHash } of batch) {
      const organization = result.organizations.find(({ id }) => id === call.organizationId)
      if (!organization) continue
      const month = monthOf(new Date(organization.resetDate.getTime() - 1)).key
      recordUsedCount(tokenHash, month, organization.usedCount)
    }
    await repairCache(ctx, batch, result)
  } catch (error) {
    await queueDeadLetters(ctx, calls, error)
  } finally {
    addPendingWrites(-calls.reduce((sum, { pending }) => sum + pending, 0))
  }
}

/** Invalidates tokens and organizations that changed while Redis couldn't be updated. */
async function repairCache(ctx: Context, batch: RecordedCall[], result: WriteResult): Promise<void> {
  const deleted = new Set<string>()
  const changed = new Set<string>()
  for (const { call, tokenHash, cached } of batch) {
    if (call.tokenId !== null && !result.tokenIds.includes(call.tokenId)) deleted.add(tokenHash)
    const organization = result.organizations.find(({ id }) => id === cached.id)
    if (
      organization &&
      (organization.status !== cached.status ||
        organization.tier !== cached.tier ||
        organization.monthlyLimit !== cached.monthlyLimit ||
        organization.vatNumber !== cached.vatNumber)
    ) {
      changed.add(organization.id)
    }
  }
  for (const tokenHash of deleted) await invalidateToken(ctx, tokenHash)
  for (const organizationId of changed) await invalidateOrganization(ctx, organizationId)
}

async function queueDeadLetters(ctx: Context, calls: Call[], cause: unknown): Promise<void> {
  logError(`write ${calls.length} calls`, cause, ctx.requestId)
  const entries = calls.map((call) => JSON.stringify(call))
  try {
    await ctx.redis.run(z.number(), (redis) => redis.rpush(DEAD_LETTER_QUEUE, ...entries))
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    logError(`calls lost: ${calls.map(({ requestId }) => requestId).join(' ')}`, error, ctx.requestId)
  }
}

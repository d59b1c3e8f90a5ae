import * as z from 'zod'
import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { retry, sleep } from '#worker/lib/time.ts'
import type { Caller } from './authorization.ts'
import { cacheDeletedToken, forgetOrganization, forgetToken, type TokenKey } from './cache-changes.ts'
import type { Call, WriteResult } from './write-calls.ts'

/** In milliseconds. Calls that end within this time share one write. */
const BATCH_WINDOW = 100
const MAX_BATCH = 500
/** Calls that wait in this isolate while neither PostgreSQL nor Redis answers. */
const MAX_QUEUE = 10_000
/** In milliseconds. */
const RETRY_DELAY = 250
/** Work after a response is canceled after 30 seconds. Each attempt takes up to 7. */
const REQUEUE_DELAYS = [1_500, 3_000]

/** A Redis list. A cron job drains it. */
export const DEAD_LETTER_QUEUE = 'dead-letter-calls'

const loadWriteCalls = onceLoaded(() => import('./write-calls.ts'))

export type RecordedCall = { call: Call; tokenHash: string; caller: Caller }

const queue: RecordedCall[] = []

/** When the queue is written, in milliseconds since 1970; 0 if no call waits. */
let nextWrite = 0

/** Writes a call after its answer, together with others. If their request is canceled, a later call writes them. */
export function recordCall(ctx: BaseContext, recorded: RecordedCall): void {
  queue.push(recorded)
  const now = Date.now()
  if (now <= nextWrite + BATCH_WINDOW) return
  nextWrite = now + BATCH_WINDOW
  ctx.waitUntil(
    sleep(BATCH_WINDOW).then(() => {
      nextWrite = 0
      return writeQueue(ctx)
    }),
  )
}

/** For the dashboard, which lists the call at once. */
export async function recordCallNow(ctx: BaseContext, recorded: RecordedCall): Promise<void> {
  try {
    await write(ctx, [recorded])
  } catch {
    recordCall(ctx, recorded)
  }
}

/**
 * Calls that can't be written wait in the queue, so that a canceled request doesn't lose them. Calls that arrive during
 * a write have one of their own: in steady traffic, a request that went on with them would be canceled during a write.
 */
async function writeQueue(ctx: BaseContext): Promise<void> {
  const delays = REQUEUE_DELAYS.values()
  while (queue.length > 0) {
    const batch = queue.splice(0, MAX_BATCH)
    try {
      await write(ctx, batch)
      if (batch.length < MAX_BATCH) return
    } catch (error) {
      requeue(ctx, batch, error)
      const delay = delays.next()
      if (delay.done) return
      await sleep(delay.value)
    }
  }
}

function requeue(ctx: BaseContext, batch: RecordedCall[], error: unknown): void {
  logError(`keep ${batch.length} calls`, error, ctx.requestId)
  const lost = queue.length + batch.length - MAX_QUEUE
  if (lost > 0) logError(`${lost} calls lost`, error, ctx.requestId)
  queue.unshift(...batch.slice(Math.max(0, lost)))
}

/** To PostgreSQL, or else to the dead-letter queue. Throws RedisUnavailable if both fail. */
async function write(ctx: BaseContext, batch: RecordedCall[]): Promise<void> {
  const calls = batch.map(({ call }) => call)
  let result: WriteResult
  try {
    result = await retry(() => writeToDatabase(ctx, calls), { delays: [RETRY_DELAY] })
  } catch (error) {
    logError(`write ${calls.length} calls`, error, ctx.requestId)
    const entries = calls.map((call) => JSON.stringify(call))
    await ctx.redis.run(z.number(), (redis) => redis.rpush(DEAD_LETTER_QUEUE, ...entries))
    return
  }
  await repairCache(ctx, batch, result)
}

async function writeToDatabase({ hotDb }: BaseContext, calls: readonly Call[]): Promise<WriteResult> {
  const { writeCalls } = await loadWriteCalls()
  return await writeCalls(await hotDb(), calls)
}

type Current = {
  organizations: readonly Omit<WriteResult['organizations'][number], 'tokens'>[]
  tokens: WriteResult['tokens']
}

/** Tokens and organizations may have changed while Redis couldn't be updated. */
export async function repairCache(
  ctx: BaseContext,
  batch: readonly Pick<RecordedCall, 'caller' | 'tokenHash'>[],
  result: Current,
): Promise<void> {
  const deleted = new Map<string, TokenKey>()
  const outdated = new Map<string, TokenKey>()
  const changed = new Set<string>()
  const tokens = new Map(result.tokens.map((token) => [token.id, token]))
  const organizations = new Map(result.organizations.map((organization) => [organization.id, organization]))
  for (const { caller, tokenHash } of batch) {
    const token = tokens.get(caller.tokenId)
    const key = { organizationId: caller.organizationId, tokenHash }
    if (!token) deleted.set(tokenHash, key)
    else if (token.endsAt !== caller.tokenEndsAt) outdated.set(tokenHash, key)
    const organization = organizations.get(caller.organizationId)
    if (
      organization &&
      (organization.status !== caller.status ||
        organization.tier !== caller.tier ||
        organization.monthlyLimit !== caller.monthlyLimit ||
        organization.vatNumber !== caller.vatNumber)
    ) {
      changed.add(organization.id)
    }
  }
  for (const token of deleted.values()) await cacheDeletedToken(ctx, token)
  for (const token of outdated.values()) await forgetToken(ctx, token)
  for (const organizationId of changed) await forgetOrganization(ctx, organizationId)
}

import { RedisUnavailable, type Script } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { hashKey } from '#worker/lib/crypto.ts'
import { sleep } from '#worker/lib/retry.ts'
import {
  type Authorization,
  type AuthorizationRequest,
  BURST,
  type Caller,
  type Refusal,
  UNKNOWN_TOKENS_PER_MINUTE,
} from './authorization.ts'
import { authorizeScript } from './authorize-script.ts'
import { GENERATION } from './generation.ts'
import { countUnknownToken, takeFromIsolateBurst, unknownTokenWait } from './isolate-limiters.ts'
import { loadToken, spendInDatabase, type TokenRecord } from './load-token.ts'
import { monthOf, quotaAt } from './month.ts'
import { quotaKeyExpiry } from './monthly-count.ts'
import { knownUsedCount, recordUsedCount, waitForPendingWrites } from './pending-writes.ts'
import { reconcile, scheduleReconcile } from './reconcile.ts'
import {
  encodeOrganization,
  encodeToken,
  NO_TOKEN,
  NO_TOKEN_SECONDS,
  organizationKey,
  RECORD_SECONDS,
  recordSeconds,
  tokenKey,
} from './token-cache.ts'

const LOAD_ATTEMPTS = 4
/** The next month's counter is created this long before the month starts (milliseconds). */
const NEXT_MONTH_LEAD = 86_400_000

type Answer = typeof authorizeScript extends Script<infer T> ? T : never
type Loaded = { generation: string; record: TokenRecord | undefined }

/**
 * Authorizes a call and spends its quota: one Redis trip if the token is cached there, otherwise one more and one SQL
 * statement. If Redis doesn't answer, PostgreSQL decides in one or two statements.
 * Throws the database's error if neither answers; then nothing is spent.
 */
export async function authorize(ctx: Context, request: AuthorizationRequest): Promise<Authorization> {
  try {
    return await authorizeWithRedis(ctx, request)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    return await authorizeWithDatabase(ctx, request)
  }
}

async function authorizeWithRedis(ctx: Context, request: AuthorizationRequest): Promise<Authorization> {
  let loaded: Loaded | undefined
  await reconcile(ctx.redis)
  for (let attempt = 0; attempt < LOAD_ATTEMPTS; attempt++) {
    const now = new Date()
    const quota = loaded?.record && quotaAt(loaded.record, now)
    const at = quota?.at ?? now
    const answer = await runScript(ctx, request, { at, loaded, used: quota?.used ?? 0 })
    if (answer[0] !== 'MISS') return toAuthorization(answer, request, at)
    const [, generation, warmUp] = answer
    if (warmUp > 0) await sleep(warmUp + 1)
    loaded = { generation, record: await loadToken(ctx, request.tokenHash) }
  }
  throw new RedisUnavailable('it keeps losing its data')
}

function runScript(
  ctx: Context,
  request: AuthorizationRequest,
  { at, loaded, used }: { at: Date; loaded: Loaded | undefined; used: number },
): Promise<Answer> {
  const month = monthOf(at)
  const record = loaded?.record
  const { tokenHash, cachedAnswer } = request
  return trackSpend(request, () =>
    ctx.redis.script(
      authorizeScript,
      [tokenKey(tokenHash), GENERATION.key, `unknown-tokens:${hashKey(request.address)}`],
      [
        at.getTime(),
        month.key,
        quotaKeyExpiry(month),
        request.cost,
        request.permission === 'read' ? 'r' : 'v',
        knownUsedCount(tokenHash, month.key),
        GENERATION.warmUp,
        BURST.size,
        BURST.window,
        UNKNOWN_TOKENS_PER_MINUTE,
        loaded?.generation ?? '',
        record ? encodeToken(record.token) : NO_TOKEN,
        record ? organizationKey(record.organization.id) : '',
        record ? encodeOrganization(record.organization) : '',
        used,
        RECORD_SECONDS,
        record ? recordSeconds(record.token) : NO_TOKEN_SECONDS,
        month.end.getTime() - at.getTime() <= NEXT_MONTH_LEAD ? monthOf(month.end).key : '',
        cachedAnswer?.key ?? '',
        cachedAnswer?.letters.join(' ') ?? '',
      ],
    ),
  )
}

/** Calls that Redis may have spent, without a response yet. */
const inFlight = new Set<{ tokenHash: string }>()
const POLL_INTERVAL = 10
/** Longer than the Redis timeout, twice: the script may be sent again with its text. */
const IN_FLIGHT_TIMEOUT = 4_500

async function trackSpend<T>({ tokenHash, cost }: AuthorizationRequest, spend: () => Promise<T>): Promise<T> {
  if (cost === 0) return await spend()
  const call = { tokenHash }
  inFlight.add(call)
  try {
    return await spend()
  } finally {
    inFlight.delete(call)
  }
}

async function waitForSpends(calls: readonly { tokenHash: string }[]): Promise<void> {
  for (let waited = 0; waited < IN_FLIGHT_TIMEOUT; waited += POLL_INTERVAL) {
    if (!calls.some((call) => inFlight.has(call))) return
    await sleep(POLL_INTERVAL)
  }
}

function toAuthorization(
  answer: Exclude<Answer, ['MISS', ...unknown[]]>,
  request: AuthorizationRequest,
  at: Date,
): Authorization {
  if (answer.length === 3) {
    const [code, , number] = answer
    return code === 'UNKNOWN_TOKEN_LIMIT'
      ? unknownTokenLimit(at, number)
      : refused(at, code, { unknownTokens: number })
  }
  const [
    code,
    ,
    wait,
    tokenId,
    organizationId,
    validation,
    status,
    tier,
    monthlyLimit,
    vatNumber,
    usedCount,
    burstLeft,
    cachedAnswer,
  ] = answer
  const caller: Caller = {
    tokenId,
    organizationId,
    canUseRegisters: validation === 1,
    status,
    tier,
    monthlyLimit,
    vatNumber: vatNumber || null,
    usedCount,
    burstLeft,
  }
  if (code !== 'OK') return refused(at, code, { wait, caller })
  return { at, authorized: true, caller, pending: request.cost, cachedAnswer }
}

async function authorizeWithDatabase(ctx: Context, request: AuthorizationRequest): Promise<Authorization> {
  const isKnown = knownUsedCount(request.tokenHash, monthOf(new Date()).key) > 0
  const limitWait = isKnown ? 0 : unknownTokenWait(request.address, Date.now())
  if (limitWait > 0) return unknownTokenLimit(new Date(), limitWait)
  const burst = takeFromIsolateBurst(request.tokenHash, Date.now())
  if (burst.wait > 0) return refused(new Date(), 'BURST', { wait: burst.wait })
  const { now, result } = await spend(ctx, request)
  if (!result) {
    const unknownTokens = countUnknownToken(request.address, now.getTime())
    return refused(now, 'UNKNOWN_TOKEN', { unknownTokens })
  }
  const { record, spent } = result
  const { month, used, at } = quotaAt(record, now)
  recordUsedCount(request.tokenHash, month.key, used)
  const caller: Caller = {
    tokenId: record.token.id,
    organizationId: record.organization.id,
    canUseRegisters: record.token.permissions.validation,
    status: record.organization.status,
    tier: record.organization.tier,
    monthlyLimit: record.organization.monthlyLimit,
    vatNumber: record.organization.vatNumber,
    usedCount: used,
    burstLeft: burst.left,
  }
  if (spent) {
    if (request.cost > 0) scheduleReconcile(ctx, caller.organizationId, month, used)
    return { at, authorized: true, caller, pending: 0, cachedAnswer: '' }
  }
  if (record.token.endsAt > 0 && record.token.endsAt <= now.getTime())
    return refused(at, 'EXPIRED', { caller })
  if (caller.status !== 'ACTIVE') return refused(at, 'SUSPENDED', { caller })
  if (!record.token.permissions[request.permission]) return refused(at, 'NO_PERMISSION', { caller })
  return refused(at, 'QUOTA', { caller })
}

/** Reserves quota for such calls of the token, and waits for them only if no other quota is left. */
async function spend(ctx: Context, request: AuthorizationRequest) {
  await waitForPendingWrites()
  const calls = [...inFlight].filter(({ tokenHash }) => tokenHash === request.tokenHash)
  const now = new Date()
  const result = await spendInDatabase(ctx, request, now, calls.length)
  if (!result || result.spent || calls.length === 0 || isUsedUp(result.record, request, now))
    return { now, result }
  await waitForSpends(calls)
  await waitForPendingWrites()
  const later = new Date()
  return { now: later, result: await spendInDatabase(ctx, request, later, 0) }
}

const isUsedUp = (record: TokenRecord, { cost }: AuthorizationRequest, now: Date) =>
  quotaAt(record, now).used + cost > record.organization.monthlyLimit

type Details = { wait?: number; unknownTokens?: number; caller?: Caller }

const refused = (
  at: Date,
  refusal: Refusal,
  { wait = 0, unknownTokens = 0, caller }: Details = {},
): Authorization => ({
  at,
  authorized: false,
  refusal,
  wait: Math.max(0, wait),
  unknownTokens,
  ...(caller && { caller }),
})

const unknownTokenLimit = (at: Date, wait: number) =>
  refused(at, 'UNKNOWN_TOKEN_LIMIT', { wait, unknownTokens: UNKNOWN_TOKENS_PER_MINUTE })

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

const FILL_ATTEMPTS = 4
/** So long before a month its counter is begun (milliseconds). */
const MONTH_IS_NEAR = 86_400_000

type Answer = typeof authorizeScript extends Script<infer T> ? T : never
type Fill = { epoch: string; record: TokenRecord | undefined }

/**
 * Decides a call and spends its quota: one Redis trip when the token is known there, one more and one SQL statement
 * when it is not, one guarded SQL statement when Redis does not answer; a second where the first depends on what Redis
 * may have let pass meanwhile.
 * Throws what the database throws when neither answers; then nothing is spent.
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
  let fill: Fill | undefined
  await reconcile(ctx.redis)
  for (let attempt = 0; attempt < FILL_ATTEMPTS; attempt++) {
    const now = new Date()
    const known = fill?.record && quotaAt(fill.record, now)
    const at = known?.at ?? now
    const answer = await runScript(ctx, request, { at, fill, used: known?.used ?? 0 })
    if (answer[0] !== 'COLD') return toAuthorization(answer, request, at)
    const [, epoch, settling] = answer
    if (settling > 0) await sleep(settling + 1)
    fill = { epoch, record: await loadToken(ctx, request.tokenHash) }
  }
  throw new RedisUnavailable('its data is lost again and again')
}

/** `used` is what the fill says of the month of `at`. */
function runScript(
  ctx: Context,
  request: AuthorizationRequest,
  { at, fill, used }: { at: Date; fill: Fill | undefined; used: number },
): Promise<Answer> {
  const month = monthOf(at)
  const { tokenHash } = request
  return tracked(request, () =>
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
        fill?.epoch ?? '',
        fill?.record ? encodeToken(fill.record.token) : NO_TOKEN,
        fill?.record ? organizationKey(fill.record.organization.id) : '',
        fill?.record ? encodeOrganization(fill.record.organization) : '',
        used,
        RECORD_SECONDS,
        fill?.record ? recordSeconds(fill.record.token) : NO_TOKEN_SECONDS,
        month.end.getTime() - at.getTime() <= MONTH_IS_NEAR ? monthOf(month.end).key : '',
        request.kept?.key ?? '',
        request.kept?.letters.join(' ') ?? '',
      ],
    ),
  )
}

/** Calls of this isolate that Redis may have let pass, though its answer is not here yet, each by its token. */
const underWay = new Set<{ tokenHash: string }>()
const UNDER_WAY_STEP = 10
/** Longer than Redis is waited for, its script sent anew. */
const UNDER_WAY_LIMIT = 4_500

async function tracked<T>({ tokenHash, cost }: AuthorizationRequest, trip: () => Promise<T>): Promise<T> {
  if (cost === 0) return await trip()
  const call = { tokenHash }
  underWay.add(call)
  try {
    return await trip()
  } finally {
    underWay.delete(call)
  }
}

/** Waits until it is known of those calls what became of them. */
async function answered(calls: readonly { tokenHash: string }[]): Promise<void> {
  for (let waited = 0; waited < UNDER_WAY_LIMIT; waited += UNDER_WAY_STEP) {
    if (!calls.some((call) => underWay.has(call))) return
    await sleep(UNDER_WAY_STEP)
  }
}

function toAuthorization(
  answer: Exclude<Answer, ['COLD', ...unknown[]]>,
  request: AuthorizationRequest,
  at: Date,
): Authorization {
  if (answer.length === 3) {
    const [code, , number] = answer
    return code === 'FLOOD' ? flooded(at, number) : refused(at, 'NO_TOKEN', { tried: number })
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
    kept,
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
  return { at, admitted: true, caller, pending: request.cost, kept }
}

async function authorizeWithDatabase(ctx: Context, request: AuthorizationRequest): Promise<Authorization> {
  const isKnown = knownUsedCount(request.tokenHash, monthOf(new Date()).key) > 0
  const flood = isKnown ? 0 : unknownTokenWait(request.address, Date.now())
  if (flood > 0) return flooded(new Date(), flood)
  const burst = takeFromIsolateBurst(request.tokenHash, Date.now())
  if (burst.wait > 0) return refused(new Date(), 'BURST', { wait: burst.wait })
  const { now, result } = await spend(ctx, request)
  if (!result) return refused(now, 'NO_TOKEN', { tried: countUnknownToken(request.address, now.getTime()) })
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
    return { at, admitted: true, caller, pending: 0, kept: '' }
  }
  if (record.token.endsAt > 0 && record.token.endsAt <= now.getTime())
    return refused(at, 'EXPIRED', { caller })
  if (caller.status !== 'ACTIVE') return refused(at, 'SUSPENDED', { caller })
  if (!record.token.permissions[request.permission]) return refused(at, 'NO_PERMISSION', { caller })
  return refused(at, 'QUOTA', { caller })
}

/**
 * Leaves room for the token's other calls that Redis may have let pass just now. Only where there is none, it waits to
 * learn what became of them.
 */
async function spend(ctx: Context, request: AuthorizationRequest) {
  await waitForPendingWrites()
  const calls = [...underWay].filter(({ tokenHash }) => tokenHash === request.tokenHash)
  const now = new Date()
  const result = await spendInDatabase(ctx, request, now, calls.length)
  if (!result || result.spent || calls.length === 0 || isUsedUp(result.record, request, now))
    return { now, result }
  await answered(calls)
  await waitForPendingWrites()
  const later = new Date()
  return { now: later, result: await spendInDatabase(ctx, request, later, 0) }
}

const isUsedUp = (record: TokenRecord, { cost }: AuthorizationRequest, now: Date) =>
  quotaAt(record, now).used + cost > record.organization.monthlyLimit

type Told = { wait?: number; tried?: number; caller?: Caller }

const refused = (at: Date, refusal: Refusal, { wait = 0, tried = 0, caller }: Told = {}): Authorization => ({
  at,
  admitted: false,
  refusal,
  wait: Math.max(0, wait),
  tried,
  ...(caller && { caller }),
})

const flooded = (at: Date, wait: number) => refused(at, 'FLOOD', { wait, tried: UNKNOWN_TOKENS_PER_MINUTE })

import * as z from 'zod'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { sleep } from '#worker/lib/retry.ts'
import { Semaphore } from '#worker/lib/semaphore.ts'
import { SingleFlight } from '#worker/lib/single-flight.ts'
import { ifUnavailable, RedisUnavailable } from '#worker/services/redis.ts'
import {
  type CachedAnswer,
  cacheSeconds,
  decodeAnswer,
  encodeAnswer,
  isFreshEnough,
} from './cached-answer.ts'
import {
  BREAKER,
  breakerKey,
  endCallScript,
  LONGEST_POLL_DELAY,
  OPENINGS_KEY,
  startCallScript,
  takeRateScript,
} from './call-scripts.ts'
import { METRICS_TTL, metricsKeys } from './metrics.ts'
import { catchFailure, noAnswer, RateLimitError } from './parse-response.ts'
import {
  type LookupRequest,
  limiterKeyOf,
  type NoAnswer,
  type NoAnswerReason,
  noAnswerReasons,
  type Rate,
  type Register,
  type RegisterAnswer,
  type RegisterHttp,
} from './register.ts'
import { createRegisterHttp, type RateLimiter, type RegisterServices } from './register-http.ts'
import { BATCH_SHARE, type RegisterCaller, sharesOf } from './shares.ts'

export type RegisterCall = {
  register: Register
  request: LookupRequest
  lookUp: (http: RegisterHttp) => Promise<RegisterAnswer>
  cacheKey: string
  isFallback: boolean
  /** Milliseconds since 1970: when the caller must have an answer, and the oldest one it accepts (0: a fresh one). */
  deadline: number
  oldest: number
  caller: RegisterCaller
  /** The caller accepts only a new answer. */
  isFresh: boolean
  /** The same request got the answers of other numbers, so the register works. */
  hasOtherAnswers?: () => boolean
}

export type CallResult =
  | { kind: 'answered'; cached: CachedAnswer }
  | { kind: 'failed'; failure: NoAnswer; stale: CachedAnswer | undefined }

const MIN_CALL_TIME = 400
/** In milliseconds. A timeout of a call that had less time does not count against the register. */
const FAIR_CALL_TIME = 1_500
const FIRST_POLL_DELAY = 30

const flightsByRedis = new WeakMap<RegisterServices['redis'], SingleFlight<CallResult>>()

/**
 * Returns the cached answer or calls the register. Callers of the same number share one call: through a promise for the
 * same organization in an isolate, else through Redis. Redis also limits the calls to each register and divides them
 * fairly: see shares.ts.
 */
export async function callRegister(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const flights = flightsByRedis.get(services.redis) ?? new SingleFlight<CallResult>()
  flightsByRedis.set(services.redis, flights)
  let isOwn = false
  for (;;) {
    const result = await flights.run(`${call.cacheKey} ${shareKeyOf(call)}`, call.deadline, () => {
      isOwn = true
      const work = callInTurn(services, call)
      // The other callers need the result even if this request is canceled.
      services.waitUntil(work)
      return work
    })
    if (!result) return failed(noAnswer('BUSY'))
    const isEnough = result.kind === 'failed' || isFreshEnough(result.cached, call.oldest, Date.now())
    if (isOwn || isEnough) return result
  }
}

const MAX_SEMAPHORES = 10_000
const semaphores = new BoundedCache<string, Semaphore>(MAX_SEMAPHORES)

function semaphoreOf(key: string, { register }: RegisterCall): Semaphore {
  const semaphore = semaphores.get(key) ?? new Semaphore(register.limit.concurrent)
  semaphores.set(key, semaphore)
  return semaphore
}

/** The callers of one organization that poll Redis, so that it doesn't hold up the others. */
const pollersOf = (call: RegisterCall) => semaphoreOf(`poll ${shareKeyOf(call)}`, call)
/** While Redis is down, the isolate limits the calls to the register. */
const callsOf = (call: RegisterCall) => semaphoreOf(`call ${limiterKeyOf(call)}`, call)

/**
 * Waits until Redis has an answer or permits the call. No more callers of an organization poll than the register allows
 * calls. Fails at once if the call would not be permitted in time.
 */
async function callInTurn(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  let release: (() => void) | undefined
  const startedAt = Date.now()
  const id = crypto.randomUUID()
  let delay = FIRST_POLL_DELAY
  let stale: CachedAnswer | undefined
  try {
    for (;;) {
      const timeLeft = call.deadline - Date.now()
      if (timeLeft < MIN_CALL_TIME) return failed(noAnswer('BUSY'), stale)
      const [next, text, wait] = await services.redis.script(startCallScript, keysOf(call), [
        Date.now(),
        call.oldest,
        id,
        startedAt,
        timeLeft + 1_000,
        BREAKER.failures,
        ...callerOf(call),
        ...limitsOf(call),
      ])
      if (next === 'FAILED') return failed(decodeFailure(text), stale)
      const cached = decodeAnswer(text)
      if (next === 'CACHED') {
        if (cached) return { kind: 'answered', cached }
        // An answer in the format of an older version would be returned again.
        await services.redis.run(z.number(), (client) => client.del(call.cacheKey))
        continue
      }
      stale = cached ?? stale
      if (next === 'PAUSED') return failed(noAnswer('PAUSED'), stale)
      if (next === 'CALL') return await callAndRecord(services, call, { id, stale })
      if (wait > timeLeft - MIN_CALL_TIME) return failed(noAnswer('BUSY'), stale)
      if (!release) {
        release = await pollersOf(call).acquire(call.deadline)
        continue
      }
      await sleep(Math.min(Math.max(delay, wait), timeLeft))
      delay = Math.min(delay * 1.5, LONGEST_POLL_DELAY)
    }
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    release?.()
    release = await callsOf(call).acquire(call.deadline)
    if (!release || call.deadline - Date.now() < MIN_CALL_TIME) return failed(noAnswer('BUSY'), stale)
    return toResult(call, await makeCall(services, call), stale)
  } finally {
    release?.()
  }
}

async function callAndRecord(
  services: RegisterServices,
  call: RegisterCall,
  { id, stale }: { id: string; stale: CachedAnswer | undefined },
): Promise<CallResult> {
  const startedAt = Date.now()
  const answer = await makeCall(services, call, createRateLimiter(services, call))
  const result = toResult(call, answer, stale)
  const failure = result.kind === 'failed' ? result.failure : undefined
  const cached = result.kind === 'answered' ? result.cached : undefined
  services.waitUntil(
    services.redis.script(
      endCallScript,
      [...keysOf(call), ...metricsKeys(Date.now()), OPENINGS_KEY],
      [
        Date.now(),
        id,
        call.hasOtherAnswers?.() ? 'answered' : outcomeOf(failure, call.deadline - startedAt),
        cached ? encodeAnswer(cached) : '',
        cached ? cacheSeconds(cached) : 0,
        failure ? encodeFailure(failure) : '',
        BREAKER.failures,
        BREAKER.pause,
        BREAKER.maxPause,
        failure?.pause ?? 0,
        limiterKeyOf(call),
        Date.now() - startedAt,
        METRICS_TTL.hour,
        METRICS_TTL.slot,
        ...callerOf(call),
      ],
    ),
  )
  return result
}

export const makeCall = (
  services: Omit<RegisterServices, 'waitUntil'>,
  { register, lookUp, deadline }: Pick<RegisterCall, 'register' | 'lookUp' | 'deadline'>,
  limitRate?: RateLimiter,
): Promise<RegisterAnswer> =>
  catchFailure(() => lookUp(createRegisterHttp(services, register, deadline, limitRate)))

/** startCallScript has counted the first request to the register itself; this counts all further ones. */
function createRateLimiter({ redis }: RegisterServices, call: RegisterCall): RateLimiter {
  const { register, deadline } = call
  let isFirst = true
  return async (base) => {
    const isOwnHost = base === register.base
    const isCounted = isOwnHost && isFirst
    if (isOwnHost) isFirst = false
    const rate: Partial<Rate> | undefined = isOwnHost ? register.limit : register.otherHosts?.[base]
    if (isCounted || !rate?.calls || !rate.seconds) return
    const key = isOwnHost ? limiterKeyOf(call) : `${register.id}:${new URL(base).host}`
    // Every request after a look-up's first may use the whole limit, so that the look-up can finish.
    const shares = isOwnHost
      ? { tier: rate.calls, organization: rate.calls }
      : sharesOf(rate.calls, call.caller, call.isFresh)
    const numbers = [rate.seconds * 1_000, rate.calls, shares.tier, shares.organization]
    for (;;) {
      const wait = await redis
        .script(takeRateScript, [`register:rate:${key}`, shareKeyOf(call, key)], [Date.now(), ...numbers])
        .catch(ifUnavailable(0))
      if (wait === 0) return
      if (deadline - Date.now() - wait < MIN_CALL_TIME) throw new RateLimitError()
      await sleep(wait)
    }
  }
}

const shareKeyOf = (call: RegisterCall, limiterKey = limiterKeyOf(call)) =>
  call.caller.isBatch
    ? `register:share:${limiterKey}:batches`
    : `register:share:${limiterKey}:${call.caller.organizationId}${call.isFresh ? ':fresh' : ''}`

const callerOf = ({ caller: { organizationId, isPaid, isBatch } }: RegisterCall) => [
  organizationId,
  isBatch ? '2' : isPaid ? '0' : '1',
]

function limitsOf(call: RegisterCall): number[] {
  const { concurrent, calls = 1, seconds = 0 } = call.register.limit
  const shares = sharesOf(calls, call.caller, call.isFresh)
  const permits = sharesOf(concurrent, call.caller, call.isFresh)
  const window = seconds * 1_000
  // All batches together get the whole limit in twice the time.
  const shareWindow = call.caller.isBatch ? window / BATCH_SHARE : window
  return [concurrent, permits.tier, window, calls, shares.tier, shares.organization, shareWindow]
}

function keysOf(call: RegisterCall): string[] {
  const limiterKey = limiterKeyOf(call)
  return [
    call.cacheKey,
    `${call.cacheKey}:flight:${call.register.id}`,
    `${call.cacheKey}:failure:${call.register.id}`,
    breakerKey(limiterKey),
    `register:permits:${limiterKey}`,
    `register:rate:${limiterKey}`,
    shareKeyOf(call),
    `register:waiting:${limiterKey}`,
  ]
}

export const failed = (failure: NoAnswer, stale?: CachedAnswer): CallResult => ({
  kind: 'failed',
  failure,
  stale,
})

export function toResult(
  { register, isFallback }: RegisterCall,
  answer: RegisterAnswer,
  stale: CachedAnswer | undefined,
): CallResult {
  if (answer.kind === 'no-answer') return failed(answer, stale)
  return {
    kind: 'answered',
    cached: { register: register.id, isFallback, answeredAt: Date.now(), answer },
  }
}

function outcomeOf(failure: NoAnswer | undefined, time: number): 'answered' | 'failed' | 'neutral' {
  if (failure?.isBug || failure?.reason === 'BUSY' || failure?.reason === 'PAUSED') return 'neutral'
  if (!failure || !noAnswerReasons[failure.reason].isFailure) return 'answered'
  return failure.reason === 'TIMEOUT' && time < FAIR_CALL_TIME ? 'neutral' : 'failed'
}

const encodeFailure = ({ reason, code }: NoAnswer) => (code ? `${reason} ${code}` : reason)

function decodeFailure(text: string): NoAnswer {
  const [, reason = '', code] = text.split(' ')
  return noAnswer(isReason(reason) ? reason : 'UNREADABLE', code)
}

const isReason = (text: string): text is NoAnswerReason => Object.hasOwn(noAnswerReasons, text)

import * as z from 'zod'
import { ifUnavailable, RedisUnavailable } from '#worker/clients/redis.ts'
import { sleep } from '#worker/lib/retry.ts'
import { Semaphore } from '#worker/lib/semaphore.ts'
import { SingleFlight } from '#worker/lib/single-flight.ts'
import {
  type CachedAnswer,
  cacheSeconds,
  decodeAnswer,
  encodeAnswer,
  isFreshEnough,
} from './cached-answer.ts'
import { BREAKER, endCallScript, startCallScript, takeRateScript } from './call-scripts.ts'
import { METRICS_TTL, metricsKeys } from './metrics.ts'
import { catchFailure, noAnswer, RateLimitError } from './parse-response.ts'
import {
  type LookupRequest,
  type NoAnswer,
  type NoAnswerReason,
  noAnswerReasons,
  type Rate,
  type Register,
  type RegisterAnswer,
  type RegisterHttp,
} from './register.ts'
import { createRegisterHttp, type RateLimiter, type RegisterServices } from './register-http.ts'

export type RegisterCall = {
  register: Register
  request: LookupRequest
  lookUp: (http: RegisterHttp) => Promise<RegisterAnswer>
  cacheKey: string
  isFallback: boolean
  /** Milliseconds since 1970: when the caller must have an answer, and the oldest one it accepts (0: a fresh one). */
  deadline: number
  oldest: number
}

export type CallResult =
  | { kind: 'answered'; cached: CachedAnswer }
  | { kind: 'failed'; failure: NoAnswer; stale: CachedAnswer | undefined }

const MIN_CALL_TIME = 400
/** In milliseconds. A timeout of a call that had less time does not count against the register. */
const FAIR_CALL_TIME = 1_500
const POLL_DELAY = { first: 30, longest: 300 } as const

const flightsByRedis = new WeakMap<RegisterServices['redis'], SingleFlight<CallResult>>()

/**
 * Returns the cached answer or calls the register. Callers of the same number share one call: through a promise in an
 * isolate, through Redis across isolates. Redis also limits the calls to each register.
 */
export async function callRegister(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const flights = flightsByRedis.get(services.redis) ?? new SingleFlight<CallResult>()
  flightsByRedis.set(services.redis, flights)
  let isOwn = false
  for (;;) {
    const result = await flights.run(`${call.cacheKey} ${call.register.id}`, call.deadline, () => {
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

const semaphores = new Map<string, Semaphore>()

function semaphoreOf(call: RegisterCall): Semaphore {
  const key = limiterKeyOf(call)
  const semaphore = semaphores.get(key) ?? new Semaphore(call.register.limit.concurrent)
  semaphores.set(key, semaphore)
  return semaphore
}

/** Waits until Redis has an answer or permits the call. No more callers poll than the register allows calls. */
async function callInTurn(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const { limit } = call.register
  let release: (() => void) | undefined
  const startedAt = Date.now()
  const id = crypto.randomUUID()
  let delay: number = POLL_DELAY.first
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
        limit.concurrent,
        limit.calls ?? 0,
        (limit.seconds ?? 0) * 1_000,
        BREAKER.failures,
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
      if (!release) {
        release = await semaphoreOf(call).acquire(call.deadline)
        continue
      }
      await sleep(Math.min(Math.max(delay, wait), timeLeft))
      delay = Math.min(delay * 1.5, POLL_DELAY.longest)
    }
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    release ??= await semaphoreOf(call).acquire(call.deadline)
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
      [...keysOf(call), ...metricsKeys(Date.now())],
      [
        Date.now(),
        id,
        outcomeOf(failure, call.deadline - startedAt),
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
    for (;;) {
      const wait = await redis
        .script(takeRateScript, [`register:rate:${key}`], [Date.now(), rate.calls, rate.seconds * 1_000])
        .catch(ifUnavailable(0))
      if (wait === 0) return
      if (deadline - Date.now() - wait < MIN_CALL_TIME) throw new RateLimitError()
      await sleep(wait)
    }
  }
}

const limiterKeyOf = ({ register, request }: RegisterCall) => register.limiterKey?.(request) ?? register.id

function keysOf(call: RegisterCall): string[] {
  const limiterKey = limiterKeyOf(call)
  return [
    call.cacheKey,
    `${call.cacheKey}:flight:${call.register.id}`,
    `${call.cacheKey}:failure:${call.register.id}`,
    `register:breaker:${limiterKey}`,
    `register:permits:${limiterKey}`,
    `register:rate:${limiterKey}`,
  ]
}

const failed = (failure: NoAnswer, stale?: CachedAnswer): CallResult => ({ kind: 'failed', failure, stale })

function toResult(
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
  if (failure?.reason === 'BUSY' || failure?.reason === 'PAUSED') return 'neutral'
  if (!failure || !noAnswerReasons[failure.reason].isFailure) return 'answered'
  return failure.reason === 'TIMEOUT' && time < FAIR_CALL_TIME ? 'neutral' : 'failed'
}

const encodeFailure = ({ reason, code }: NoAnswer) => (code ? `${reason} ${code}` : reason)

function decodeFailure(text: string): NoAnswer {
  const [, reason = '', code] = text.split(' ')
  return noAnswer(isReason(reason) ? reason : 'UNREADABLE', code)
}

const isReason = (text: string): text is NoAnswerReason => Object.hasOwn(noAnswerReasons, text)

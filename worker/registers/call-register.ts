import * as z from 'zod'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { logError } from '#worker/lib/log.ts'
import { once } from '#worker/lib/once.ts'
import { Semaphore } from '#worker/lib/semaphore.ts'
import { beforeDeadline } from '#worker/lib/time.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import { catchFailure, noAnswer, RateLimitError } from './answers.ts'
import { type CachedAnswer, decodeAnswer, isFreshEnough } from './cached-answer.ts'
import { recordCall } from './metrics.ts'
import { type CallOutcome, type CallReport, MIN_CALL_TIME_MS, type PermitResponse } from './permits.ts'
import {
  type LookUpRequest,
  limiterKeyOf,
  type NoAnswer,
  noAnswerReasons,
  type Rate,
  type Register,
  type RegisterAnswer,
  type RegisterHttp,
} from './register.ts'
import type { BreakerChange } from './register-breaker.ts'
import { createRegisterHttp, type RateLimiter, type RegisterServices } from './register-http.ts'
import { classOf, permitLimits, type RegisterCaller, rateLimits, rateToFinish } from './shares.ts'

export type RegisterCall = {
  register: Register
  request: LookUpRequest
  lookUp: (http: RegisterHttp) => Promise<RegisterAnswer>
  cacheKey: string
  isFallback: boolean
  /** Milliseconds since 1970. `oldest` is the oldest answer that the caller accepts, 0 for a fresh one. */
  deadline: number
  oldest: number
  caller: RegisterCaller
  isFresh: boolean
  known?: { answer: CachedAnswer | undefined }
  hasOtherAnswers?: () => boolean
}

export type CallResult =
  | { kind: 'answered'; cached: CachedAnswer }
  | { kind: 'failed'; failure: NoAnswer; stale: CachedAnswer | undefined }

/** A timeout of a call that had less time doesn't count against the register. */
const FAIR_CALL_TIME_MS = 1_500
const RELEASE_TIMEOUT = 5_000

export async function callRegister(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const cached = call.known ? call.known.answer : await readCached(services, call.cacheKey)
  if (cached && isFreshEnough(cached, call.oldest, Date.now())) return { kind: 'answered', cached }
  const work = callWithPermit(services, call)
  // Other callers wait for this call, so it continues even if this request is canceled.
  services.waitUntil(work)
  const result = await work
  return result.kind === 'failed' ? { ...result, stale: cached } : result
}

const cachedText = once(() => z.string().nullable())

async function readCached({ redis }: RegisterServices, cacheKey: string): Promise<CachedAnswer | undefined> {
  const text = await redis.run(cachedText(), (client) => client.get(cacheKey)).catch(ifUnavailable(null))
  return decodeAnswer(text)
}

async function callWithPermit(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const limiter = limiterOf(services, limiterKeyOf(call))
  const response = await acquirePermit(limiter, call)
  if (!limiter || !response) return await callWithoutLimiter(services, call)
  if (response.kind === 'answered') return response
  if (response.kind === 'failed') return failed(response.failure)
  return await callAndRecord(services, call, (report) => limiter.release(response.id, report))
}

/** Near the registers, most of which are in Europe. */
export const limiterOf = ({ registerLimiters }: Pick<RegisterServices, 'registerLimiters'>, name: string) =>
  registerLimiters?.getByName(name, { locationHint: 'weur' })

type Limiter = ReturnType<typeof limiterOf>

const acquirePermit = (
  limiter: Limiter,
  { register, cacheKey, oldest, deadline, caller, isFresh }: RegisterCall,
): Promise<PermitResponse | undefined> =>
  ifReachable(
    limiter?.acquire({
      ...permitLimits(register.limit, caller, isFresh),
      cacheKey,
      oldest,
      organizationId: caller.organizationId,
      callerClass: classOf(caller),
      timeLeft: deadline - Date.now(),
    }),
    deadline,
  )

async function ifReachable<T>(response: Promise<T> | undefined, deadline: number): Promise<T | undefined> {
  try {
    return response && (await beforeDeadline(response, deadline))
  } catch (error) {
    logError('register limiter', error)
    return undefined
  }
}

const MAX_SEMAPHORES = 1_000
const semaphores = new BoundedCache<string, Semaphore>(MAX_SEMAPHORES)

async function callWithoutLimiter(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const limiterKey = limiterKeyOf(call)
  const semaphore = semaphores.get(limiterKey) ?? new Semaphore(call.register.limit.concurrent)
  semaphores.set(limiterKey, semaphore)
  const release = await semaphore.acquire(call.deadline)
  try {
    const isLate = !release || call.deadline - Date.now() < MIN_CALL_TIME_MS
    return isLate ? failed(noAnswer('BUSY')) : await callAndRecord(services, call)
  } finally {
    release?.()
  }
}

async function callAndRecord(
  services: RegisterServices,
  call: RegisterCall,
  release?: (report: CallReport) => Promise<BreakerChange | undefined>,
): Promise<CallResult> {
  const startedAt = Date.now()
  const result = toResult(call, await makeCall(services, call, createRateLimiter(services, call)))
  const duration = Date.now() - startedAt
  const report = toReport(call, result, call.deadline - startedAt)
  const record = async () => {
    const change = await ifReachable(release?.(report), Date.now() + RELEASE_TIMEOUT)
    await recordCall(services.redis, { ...report, limiterKey: limiterKeyOf(call), duration, change })
  }
  services.waitUntil(record())
  return result
}

export const makeCall = (
  services: Pick<RegisterServices, 'redis' | 'settings'>,
  { register, lookUp, deadline }: Pick<RegisterCall, 'register' | 'lookUp' | 'deadline'>,
  limitRate?: RateLimiter,
): Promise<RegisterAnswer> =>
  catchFailure(() => lookUp(createRegisterHttp(services, register, deadline, limitRate)))

/** The permit has counted the first request to the register itself; this counts all further ones. */
function createRateLimiter(services: RegisterServices, call: RegisterCall): RateLimiter {
  const { register, deadline, caller, isFresh } = call
  let isFirst = true
  return async (base) => {
    const isOwnHost = base === register.base
    const isCounted = isOwnHost && isFirst
    if (isOwnHost) isFirst = false
    const { calls, seconds }: Partial<Rate> = isOwnHost ? register.limit : (register.otherHosts?.[base] ?? {})
    if (isCounted || !calls || !seconds) return
    const limits = (isOwnHost ? rateToFinish : rateLimits)({ calls, seconds }, caller, isFresh)
    const name = isOwnHost ? limiterKeyOf(call) : `${register.id}:${new URL(base).host}`
    const limiter = limiterOf(services, name)
    const isAllowed = await ifReachable(limiter?.takeRate(limits, deadline - Date.now()), deadline)
    if (isAllowed === false) throw new RateLimitError()
  }
}

export const failed = (failure: NoAnswer): CallResult => ({ kind: 'failed', failure, stale: undefined })

export function toResult({ register, isFallback }: RegisterCall, answer: RegisterAnswer): CallResult {
  if (answer.kind === 'no-answer') return failed(answer)
  return {
    kind: 'answered',
    cached: { register: register.id, isFallback, answeredAt: Date.now(), answer },
  }
}

function toReport({ cacheKey, hasOtherAnswers }: RegisterCall, result: CallResult, time: number): CallReport {
  if (result.kind === 'answered') return { cacheKey, outcome: 'answered', cached: result.cached }
  const { failure } = result
  return { cacheKey, outcome: hasOtherAnswers?.() ? 'answered' : outcomeOf(failure, time), failure }
}

function outcomeOf({ reason, isBug }: NoAnswer, time: number): CallOutcome {
  if (isBug || reason === 'BUSY' || reason === 'PAUSED') return 'neutral'
  if (!noAnswerReasons[reason].isFailure) return 'answered'
  return reason === 'TIMEOUT' && time < FAIR_CALL_TIME_MS ? 'neutral' : 'failed'
}

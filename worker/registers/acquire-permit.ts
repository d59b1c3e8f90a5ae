import { logError } from '#worker/lib/log.ts'
import { Semaphore } from '#worker/lib/semaphore.ts'
import { beforeDeadline } from '#worker/lib/time.ts'
import { NoAnswerError, noAnswer } from './answers.ts'
import { type CallReport, MIN_CALL_TIME_MS, type PermitResponse } from './permits.ts'
import { limiterKeyOf, type Rate } from './register.ts'
import type { BreakerChange } from './register-breaker.ts'
import type { RateLimiter, RegisterCall, RegisterServices } from './register-http.ts'
import { classOf, permitLimits, rateLimits, rateToFinish } from './shares.ts'

type Permit = {
  kind: 'permit'
  limitRate: RateLimiter
  release: (report: CallReport) => Promise<BreakerChange | undefined>
}

const RELEASE_TIMEOUT = 5_000
const semaphores = new Map<string, Semaphore>()

/** Asks the register's limiter. While it is unreachable, this isolate limits only its own concurrent calls. */
export async function acquirePermit(
  services: RegisterServices,
  call: RegisterCall,
): Promise<Permit | Exclude<PermitResponse, { kind: 'permit' }>> {
  const { register, cacheKey, oldest, deadline, caller, isFresh } = call
  const limiterKey = limiterKeyOf(call)
  const limitRate = createRateLimiter(services, call)
  const limiter = limiterOf(services, limiterKey)
  const request = limiter?.acquire({
    ...permitLimits(register.limit, caller, isFresh),
    cacheKey,
    oldest,
    organizationId: caller.organizationId,
    callerClass: classOf(caller),
    timeLeft: deadline - Date.now(),
  })
  const response = request && (await beforeDeadline(request, deadline).catch(unreachable))
  if (limiter && response?.kind === 'permit') {
    const release = (report: CallReport) =>
      beforeDeadline(limiter.release(response.id, report), Date.now() + RELEASE_TIMEOUT).catch(unreachable)
    return { kind: 'permit', limitRate, release }
  }
  if (response && response.kind !== 'permit') return response
  const semaphore = semaphores.get(limiterKey) ?? new Semaphore(register.limit.concurrent)
  semaphores.set(limiterKey, semaphore)
  const release = await semaphore.acquire(deadline)
  if (!release || deadline - Date.now() < MIN_CALL_TIME_MS) {
    release?.()
    return { kind: 'failed', failure: noAnswer('BUSY') }
  }
  return { kind: 'permit', limitRate, release: async () => void release() }
}

/** Near the registers, most of which are in Europe. */
export const limiterOf = ({ registerLimiters }: Pick<RegisterServices, 'registerLimiters'>, name: string) =>
  registerLimiters?.getByName(name, { locationHint: 'weur' })

const unreachable = (error: unknown) => void logError('register limiter', error)

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
    const request = limiterOf(services, name)?.takeRate(limits, deadline - Date.now())
    const isAllowed = request && (await beforeDeadline(request, deadline).catch(unreachable))
    if (isAllowed === false) throw new NoAnswerError(noAnswer('BUSY'))
  }
}

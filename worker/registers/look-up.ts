import { type CachedAnswer, isWeakerProof } from './cached-answer.ts'
import { callRegister } from './call-register.ts'
import type { LookupRequest, NoAnswer, Register } from './register.ts'
import type { RegisterServices } from './register-http.ts'
import { type RegisterCaller, requiresNewAnswer } from './shares.ts'
import { sourcesOf } from './sources.ts'

/** In milliseconds: the time for a whole API call, and the minimum for a look-up after a slow start. */
const MAX_TIME = 4_000
const MIN_TIME = 2_500
const TIME_FOR_FALLBACK = 1_500
const TIME_FOR_CROSS_CHECK = 800

export type LookUp = {
  cached: CachedAnswer | undefined
  isStale: boolean
  failures: readonly { register: Register; failure: NoAnswer }[]
}

export type LookUpOptions = {
  cacheKey: string
  caller: RegisterCaller
  /** Milliseconds since 1970; `oldest` is 0 for a fresh answer. */
  oldest: number
  since?: number
  stale?: CachedAnswer | undefined
}

/** Calls the number's register, then its fallbacks in order until one answers. */
export async function lookUp(
  services: RegisterServices,
  request: LookupRequest,
  { cacheKey, caller, oldest, since = Date.now(), ...options }: LookUpOptions,
): Promise<LookUp> {
  const deadline = Math.max(since + MAX_TIME, Date.now() + MIN_TIME)
  const sources = sourcesOf(request, services.settings)
  const failures: { register: Register; failure: NoAnswer }[] = []
  let { stale } = options
  for (const [index, source] of sources.entries()) {
    const next = sources[index + 1]?.register
    const reserved = !next ? 0 : next.isCrossCheck ? TIME_FOR_CROSS_CHECK : TIME_FOR_FALLBACK
    const { register, isFallback } = source
    const result = await callRegister(services, {
      ...source,
      cacheKey: isFallback ? `${cacheKey}:${register.id}` : cacheKey,
      deadline: deadline - reserved,
      oldest,
      caller,
      isFresh: requiresNewAnswer(oldest, since),
    })
    if (result.kind === 'answered') {
      const isWeaker = stale && !stale.isFallback && isWeakerProof(result.cached)
      return isWeaker
        ? { cached: stale, isStale: true, failures }
        : { cached: result.cached, isStale: false, failures }
    }
    stale ??= result.stale
    failures.push({ register, failure: result.failure })
    // A batch has time to wait for the register itself.
    if (caller.isBatch && result.failure.reason === 'BUSY') break
  }
  return { cached: stale, isStale: stale !== undefined, failures }
}

import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import type { RegisterLimiters } from '#worker/registers/permits.ts'
import type { BreakerState } from '#worker/registers/register-breaker.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      REGISTER_LIMITERS: RegisterLimiters
    }
  }
}

/** The binding, with objects of this namespace's own. */
export function createLimiters(namespace: string) {
  let generation = 0
  const getByName = (limiterKey: string) =>
    env.REGISTER_LIMITERS.getByName(`${namespace} ${generation} ${limiterKey}`, { locationHint: 'weur' })
  const read = <Value>(limiterKey: string, key: string) =>
    runInDurableObject(getByName(limiterKey), (_, { storage }) => storage.get<Value>(key))
  const write = async (limiterKey: string, key: string, value: unknown) => {
    const limiter = getByName(limiterKey)
    await runInDurableObject(limiter, (_, { storage }) => storage.put(key, value))
    await evictDurableObject(limiter)
  }
  return {
    getByName,
    /** Only what is stored remains. */
    restart: (limiterKey: string) => evictDurableObject(getByName(limiterKey)),
    /** From now on, all limiters are new. */
    reset: () => {
      generation++
    },
    breakerOf: (limiterKey: string) => read<BreakerState>(limiterKey, 'breaker'),
    setBreaker: (limiterKey: string, { failures, pausedUntil = 0 }: Partial<BreakerState>) =>
      write(limiterKey, 'breaker', { failures, failedAt: Date.now(), pausedUntil }),
    /** When the rate limit of all callers is unused again: milliseconds since 1970. */
    rateOf: async (limiterKey: string) =>
      (await read<Map<string, number>>(limiterKey, 'rates'))?.get('all') ?? Number.NaN,
    setRate: (limiterKey: string, emptyAt: number) => write(limiterKey, 'rates', new Map([['all', emptyAt]])),
  }
}

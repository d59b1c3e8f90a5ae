import * as z from 'zod/mini'
import { fetchText } from '#worker/lib/http-client.ts'
import { ifUnavailable, type RedisClient } from '#worker/services/redis.ts'
import type { CachedAnswer } from './cached-answer.ts'
import type { RegisterLimiters } from './permits.ts'
import type { Register, RegisterHttp, RegisterSettings, SharedValue } from './register.ts'
import type { RegisterCaller } from './shares.ts'
import type { Source } from './sources.ts'

export type RegisterServices = {
  redis: RedisClient
  registerLimiters: RegisterLimiters | undefined
  settings: RegisterSettings
  waitUntil: (work: Promise<unknown>) => void
}

export type RegisterCall = Source & {
  cacheKey: string
  /** Milliseconds since 1970. `oldest` is 0 for the register's own rule. */
  deadline: number
  oldest: number
  caller: RegisterCaller
  isFresh: boolean
  /** Otherwise it is read. */
  cached?: Promise<CachedAnswer | undefined>
  /** Otherwise the register's. */
  lookUp?: Register['lookUp']
  hasOtherAnswers?: () => boolean
}

export type RateLimiter = (base: string) => Promise<void>

export function createRegisterHttp(
  { redis, settings }: Pick<RegisterServices, 'redis' | 'settings'>,
  register: Register,
  deadline: number,
  limitRate?: RateLimiter,
): RegisterHttp {
  const timeLeft = () => deadline - Date.now()
  const fake = settings.REGISTERS_URL && `${settings.REGISTERS_URL}/${register.id}`
  return {
    settings,
    timeLeft,
    request: async (path, { base = register.base, timeout = timeLeft(), ...init } = {}) => {
      await limitRate?.(base)
      const headers = new Headers(init.headers)
      // Some registers refuse requests without one.
      headers.set('User-Agent', `Tinproof/1.0 (+${settings.APP_ORIGIN}; tax ID validation)`)
      return fetchText(`${fake || base}${path}`, { ...init, headers, timeout: Math.min(timeout, timeLeft()) })
    },
    sharedValue: (name, make, isExpired) => sharedValue(redis, `${register.id}:${name}`, make, isExpired),
  }
}

const MAX_SECONDS_IN_ISOLATE = 60
const valuesByRedis = new WeakMap<RedisClient, Map<string, { value: string; until: number }>>()

async function sharedValue(
  redis: RedisClient,
  name: string,
  make: () => Promise<SharedValue>,
  isExpired = false,
): Promise<string> {
  const values = valuesByRedis.get(redis) ?? new Map<string, { value: string; until: number }>()
  valuesByRedis.set(redis, values)
  const known = values.get(name)
  if (known && known.until > Date.now() && !isExpired) return known.value
  const key = `register:shared:${name}`
  const stored = isExpired
    ? null
    : await redis.run(z.nullable(z.string()), (client) => client.get(key)).catch(ifUnavailable(null))
  const { value, seconds } =
    stored === null ? await make() : { value: stored, seconds: MAX_SECONDS_IN_ISOLATE }
  values.set(name, { value, until: Date.now() + Math.min(seconds, MAX_SECONDS_IN_ISOLATE) * 1_000 })
  if (stored === null) {
    const ttl = Math.max(1, Math.floor(seconds))
    await redis
      .run(z.literal('OK'), (client) => client.set(key, value, { ex: ttl }))
      .catch(ifUnavailable(null))
  }
  return value
}

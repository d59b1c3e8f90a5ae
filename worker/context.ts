import { createDb, type Db } from '#db/client.ts'
import { createRedis, type RedisClient } from './clients/redis.ts'
import { readSettings, type Settings } from './env.ts'
import { logError } from './lib/log.ts'

/** A suspended Neon database takes seconds to start. */
const DATABASE_TIMEOUT = 12_000
const REDIS_TIMEOUT = 2_000

/** Passed to every verb. */
export type Context = {
  readonly settings: Settings
  readonly db: Db
  readonly redis: RedisClient
  /** A UUID that the Worker generates; never taken from the caller. */
  readonly requestId: string
  /** When the request arrived. */
  readonly now: Date
  /** Continues work after the answer was sent and logs its failure. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

type Services = Pick<Context, 'settings' | 'db' | 'redis'>

const services = new WeakMap<object, Services>()

/** The clients hold no state of a request, so an isolate shares them. */
function servicesOf(env: object): Services {
  const cached = services.get(env)
  if (cached) return cached
  const settings = readSettings(env)
  const created: Services = {
    settings,
    db: createDb({
      databaseUrl: settings.DATABASE_URL,
      sqlUrl: settings.NEON_SQL_URL,
      timeout: DATABASE_TIMEOUT,
    }),
    redis: createRedis({
      url: settings.UPSTASH_REDIS_REST_URL,
      token: settings.UPSTASH_REDIS_REST_TOKEN,
      timeout: REDIS_TIMEOUT,
    }),
  }
  services.set(env, created)
  return created
}

/** The context of one request or one cron run. Throws SETTINGS_INVALID. */
export function createContext(
  env: object,
  requestId: string,
  waitUntil: (work: Promise<unknown>) => void,
): Context {
  return {
    ...servicesOf(env),
    requestId,
    now: new Date(),
    waitUntil: (work) =>
      waitUntil(work.catch((error: unknown) => logError('after the answer', error, requestId))),
  }
}

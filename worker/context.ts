import { createDb, type Db } from '#db/client.ts'
import { createRedis, type RedisClient } from './clients/redis.ts'
import { readSettings, type Settings } from './env.ts'

/** A Neon that slept takes seconds to wake. */
const DATABASE_TIMEOUT = 12_000
const REDIS_TIMEOUT = 2_000

/** What a verb works with: the outside services of this isolate and the facts of this one request. */
export type Context = {
  readonly settings: Settings
  readonly db: Db
  readonly redis: RedisClient
  /** The Worker's own, a UUID; never the caller's. */
  readonly requestId: string
  /** When the request arrived. */
  readonly now: Date
  /** Work that goes on after the answer; a failure is logged with the request id and does not reach the caller. */
  readonly after: (work: Promise<unknown>) => void
}

type Services = Pick<Context, 'settings' | 'db' | 'redis'>

const services = new WeakMap<object, Services>()

/** Clients hold no connection of a request, so one set serves the isolate. */
function servicesOf(env: object): Services {
  const known = services.get(env)
  if (known) return known
  const settings = readSettings(env)
  const made: Services = {
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
  services.set(env, made)
  return made
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
    after: (work) =>
      waitUntil(work.catch((error: unknown) => logFailure('after the answer', requestId, error))),
  }
}

/** One line of JSON: what failed, for which request, and the name and code of the error. Never its text, which may hold SQL parameters. */
export function logFailure(what: string, requestId: string, error: unknown): void {
  const cause = error instanceof Error ? error.cause : undefined
  console.error(
    JSON.stringify({
      level: 'error',
      what,
      requestId,
      error: error instanceof Error ? error.name : typeof error,
      cause: cause instanceof Error ? cause.name : undefined,
      code: codeOf(cause) ?? codeOf(error),
      stack: error instanceof Error ? placesOf(error) : undefined,
    }),
  )
}

/** Where it was thrown: what follows the message, which may be of several lines. */
function placesOf({ stack = '', message }: Error): string {
  const places = stack.slice(stack.indexOf(message) + message.length).split('\n')
  return places
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 3)
    .join(' ')
    .trim()
}

function codeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined
  return typeof value.code === 'string' ? value.code : undefined
}

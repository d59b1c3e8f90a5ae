import type { Db } from '#db/client.ts'
import { type ApiSettings, readApiSettings, readSettings, type Settings } from './env.ts'
import { AppError } from './errors.ts'
import { logError } from './lib/log.ts'
import { onceLoaded } from './lib/once.ts'
import type { RegisterLimiters } from './registers/permits.ts'
import { createRedis, type RedisClient } from './services/redis.ts'

const HOT_DATABASE_TIMEOUT_MS = 4_000
const REDIS_TIMEOUT = 2_000

type Queue = {
  sendBatch(messages: readonly { body: object; delaySeconds?: number }[]): Promise<unknown>
  metrics?(): Promise<{ oldestMessageTimestamp?: Date }>
}
type StatusFiles = { put(name: string, content: string): Promise<void> }
type Bindings = {
  BATCH_QUEUE: Queue
  CALL_QUEUE: Queue
  WEBHOOK_QUEUE: Queue
  STATUS_FILES: StatusFiles
  REGISTER_LIMITERS: RegisterLimiters
}

/** Cast: `wrangler.toml` binds these names to these services, or doesn't bind them. */
const bindingsOf = (env: object) => env as Partial<Bindings>

/**
 * `hotDb` is for API calls, whose callers wait: it fails after 4 seconds, and loads its code when first needed. The Worker
 * generates `requestId`, and never takes it from the caller. Only the Worker that runs near the database has `batchQueue`
 * and `webhookQueue`.
 */
export type BaseContext = {
  readonly settings: ApiSettings
  readonly allSettings: () => Settings
  readonly redis: RedisClient
  readonly hotDb: () => Promise<Db>
  readonly requestId: string
  readonly now: Date
  readonly batchQueue: Queue | undefined
  readonly callQueue: Queue | undefined
  readonly webhookQueue: Queue | undefined
  readonly registerLimiters: RegisterLimiters | undefined
  readonly statusFiles: StatusFiles | undefined
  readonly waitUntil: (work: Promise<unknown>) => void
}

type Services = Omit<BaseContext, 'requestId' | 'now' | 'waitUntil'>

const services = new WeakMap<object, Services>()

function servicesOf(env: object): Services {
  const cached = services.get(env)
  if (cached) return cached
  const settings = readApiSettings(env)
  const bindings = bindingsOf(env)
  const created: Services = {
    settings,
    allSettings: () => readSettings(env),
    batchQueue: bindings.BATCH_QUEUE,
    callQueue: bindings.CALL_QUEUE,
    webhookQueue: bindings.WEBHOOK_QUEUE,
    statusFiles: bindings.STATUS_FILES,
    registerLimiters: bindings.REGISTER_LIMITERS,
    redis: createRedis({
      url: settings.UPSTASH_REDIS_REST_URL,
      token: settings.UPSTASH_REDIS_REST_TOKEN,
      timeout: REDIS_TIMEOUT,
    }),
    hotDb: onceLoaded(async () => {
      const { hot } = await import('#db/client.ts')
      return hot(settings, HOT_DATABASE_TIMEOUT_MS)
    }),
  }
  services.set(env, created)
  return created
}

/** Call it when an isolate starts, so that its first caller doesn't wait. Wrong settings are reported to each caller. */
export function prepareServices(env: object): void {
  try {
    servicesOf(env)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

export function createBaseContext(
  env: object,
  requestId: string,
  waitUntil: (work: Promise<unknown>) => void,
): BaseContext {
  return {
    ...servicesOf(env),
    requestId,
    now: new Date(),
    waitUntil: (work) =>
      waitUntil(work.catch((error: unknown) => logError('after the answer', error, requestId))),
  }
}

import { createHash } from 'node:crypto'
import { Redis } from '@upstash/redis/cloudflare'
import type * as z from 'zod'

type Connection = { url: string; token: string; timeout: number }

/** How long Redis is left alone after it did not answer, so that one outage does not cost every caller the time-out. */
const REST_AFTER_FAILURE = 1_000

/**
 * The key that says since when this Redis has counted, and how long after it lost its data nothing may be counted
 * on (milliseconds): longer than a call takes from spending in Redis to its row in PostgreSQL.
 */
export const EPOCH = { key: 'epoch', settlingTime: 1_500 } as const

/** Redis did not answer, or not in time. The caller decides what stands in for it. */
export class RedisUnavailable extends Error {
  constructor(cause: unknown) {
    super('Redis did not answer', { cause })
    this.name = 'RedisUnavailable'
  }
}

export type RedisClient = {
  /** Runs `work` against Redis; throws RedisUnavailable when it fails or rests after a failure. */
  run<T>(work: (commands: Redis) => Promise<T>): Promise<T>
  /** Asks whether Redis answers, and has one that lost its data begin to settle. */
  reach(): Promise<void>
  /** Runs a script by its SHA-1 in one trip; a Redis that does not know it yet gets its text. An answer that is not `T` counts as none. */
  script<T>(script: Script<T>, keys: string[], args: (string | number)[]): Promise<T>
}

export type Script<T> = { readonly text: string; readonly sha1: string; readonly answer: z.ZodType<T> }

/** A Lua script with the shape of its answer. */
export function defineScript<T>(text: string, answer: z.ZodType<T>): Script<T> {
  return { text, sha1: createHash('sha1').update(text).digest('hex'), answer }
}

/**
 * Upstash over REST. No retries: a script that spends quota may have run although its answer was lost.
 * A time-out on each call, since the library has none.
 */
export function createRedis({ url, token, timeout }: Connection): RedisClient {
  const commands = new Redis({
    url,
    token,
    retry: false,
    signal: () => AbortSignal.timeout(timeout),
    enableTelemetry: false,
    automaticDeserialization: false,
  })
  let restsUntil = 0

  async function run<T>(work: (commands: Redis) => Promise<T>): Promise<T> {
    if (Date.now() < restsUntil) throw new RedisUnavailable('resting after a failure')
    try {
      return await work(commands)
    } catch (cause) {
      if (Date.now() >= restsUntil) logFailure(cause)
      restsUntil = Date.now() + REST_AFTER_FAILURE
      throw new RedisUnavailable(cause)
    }
  }

  return {
    run,
    reach: async () => {
      const settled = String(Date.now() + EPOCH.settlingTime)
      await run((redis) => redis.set(EPOCH.key, settled, { nx: true }))
    },
    script: (script, keys, args) =>
      run(async (redis) => {
        const call = async () => {
          try {
            return await redis.evalsha<unknown[], unknown>(script.sha1, keys, args)
          } catch (error) {
            if (!(error instanceof Error && error.message.includes('NOSCRIPT'))) throw error
            return await redis.eval<unknown[], unknown>(script.text, keys, args)
          }
        }
        return script.answer.parse(await call())
      }),
  }
}

/** The library appends the command with its arguments to its messages; they stay out of the log. */
function logFailure(cause: unknown): void {
  const { name, message } = cause instanceof Error ? cause : { name: typeof cause, message: '' }
  console.error(
    JSON.stringify({
      level: 'error',
      what: 'redis',
      error: name,
      message: message.split(', command was:')[0]?.slice(0, 200),
    }),
  )
}

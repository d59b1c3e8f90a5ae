import { Redis } from '@upstash/redis/cloudflare'
import * as z from 'zod/mini'
import { sha1 } from '#worker/lib/digest.ts'
import { logError } from '#worker/lib/log.ts'
import { onceLoaded } from '#worker/lib/once.ts'

type Connection = { url: string; token: string; timeout: number }

/** After these failures in a row, Redis is skipped this long, so that an outage costs few callers the timeout. */
const MAX_FAILURES = 3
const PAUSE = 1_000

export class RedisUnavailable extends Error {
  /** Such as `WRONGTYPE`, else `ERROR_REPLY`. Redis's message may quote the command, so it is not logged. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super('Redis is unavailable', { cause })
    this.name = 'RedisUnavailable'
    if (cause instanceof Error && cause.name === 'UpstashError')
      this.code = /^[A-Z]{3,32}(?= )/.exec(cause.message)?.[0] ?? 'ERROR_REPLY'
  }
}

export const ifUnavailable =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof RedisUnavailable) return value
    throw error
  }

export type Script<T> = {
  readonly text: string
  readonly sha1: () => Promise<string>
  readonly answer: z.core.$ZodType<T>
}

export function defineScript<T>(text: string, answer: z.core.$ZodType<T>): Script<T> {
  return { text, sha1: onceLoaded(async () => (await sha1(text)).toString('hex')), answer }
}

export type RedisClient = {
  run<T>(answer: z.core.$ZodType<T>, work: (redis: Redis) => Promise<unknown>): Promise<T>
  script<T>(script: Script<T>, keys: readonly string[], args: readonly (string | number)[]): Promise<T>
}

/** Throws only RedisUnavailable. Nothing is retried: a script that spends quota may have run. */
export function createRedis({ url, token, timeout }: Connection): RedisClient {
  const redis = new Redis({
    url,
    token,
    // `retry: false` still sends a second request after a network error.
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(timeout),
    automaticDeserialization: false,
    responseEncoding: false,
    enableAutoPipelining: false,
    readYourWrites: false,
    enableTelemetry: false,
  })
  let failures = 0
  let skippedUntil = 0
  let lastLoggedAt = 0

  function unavailable(cause: unknown): RedisUnavailable {
    const error = new RedisUnavailable(cause)
    if (Date.now() >= lastLoggedAt + PAUSE) {
      lastLoggedAt = Date.now()
      logError('redis', error)
    }
    return error
  }

  async function run<T>(answer: z.core.$ZodType<T>, work: (redis: Redis) => Promise<unknown>): Promise<T> {
    if (Date.now() < skippedUntil) throw new RedisUnavailable('skipped')
    let reply: unknown
    try {
      reply = await work(redis)
      failures = 0
    } catch (cause) {
      if (++failures >= MAX_FAILURES) skippedUntil = Date.now() + PAUSE
      throw unavailable(cause)
    }
    // A reply that can't be read is no failure of Redis.
    const { data, error } = z.safeParse(answer, reply)
    if (error) throw unavailable(error)
    return data
  }

  return {
    run,
    script: ({ text, sha1: hash, answer }, keys, args) =>
      run(answer, async () => {
        const parameters: [string[], string[]] = [[...keys], args.map(String)]
        try {
          return await redis.evalsha(await hash(), ...parameters)
        } catch (error) {
          if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
          return await redis.eval(text, ...parameters)
        }
      }),
  }
}

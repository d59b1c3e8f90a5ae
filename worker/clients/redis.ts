import { createHash } from 'node:crypto'
import * as z from 'zod'

type Connection = { url: string; token: string; timeout: number }

/** How long Redis is left alone after it did not answer, so that one outage does not cost every caller the time-out. */
const REST_AFTER_FAILURE = 1_000

/**
 * The key that says since when this Redis has counted, and how long after it lost its data nothing may be counted
 * on (milliseconds): longer than a call takes from spending in Redis to its row in PostgreSQL, which is 4 s for a
 * register that does not answer, and the write.
 */
export const EPOCH = { key: 'epoch', settlingTime: 5_500 } as const

/** Redis did not answer, or not in time. The caller decides what stands in for it. */
export class RedisUnavailable extends Error {
  constructor(cause: unknown) {
    super('Redis did not answer', { cause })
    this.name = 'RedisUnavailable'
  }
}

type Command = readonly [name: string, ...args: (string | number)[]]

export type RedisClient = {
  /** One command in one trip. */
  send<T>(answer: z.ZodType<T>, ...command: Command): Promise<T>
  /** Commands in one trip, as one transaction. */
  sendAll<T>(answer: z.ZodType<T>, commands: readonly Command[]): Promise<T[]>
  /** Runs a script by its SHA-1 in one trip; a Redis that does not know it yet gets its text. */
  script<T>(script: Script<T>, keys: string[], args: (string | number)[]): Promise<T>
  /** Asks whether Redis answers, and has one that lost its data begin to settle. */
  reach(): Promise<void>
}

export type Script<T> = { readonly text: string; readonly sha1: string; readonly answer: z.ZodType<T> }

/** A Lua script with the shape of its answer. */
export function defineScript<T>(text: string, answer: z.ZodType<T>): Script<T> {
  return { text, sha1: createHash('sha1').update(text).digest('hex'), answer }
}

const errorSchema = z.object({ error: z.string() })
const resultSchema = z.object({ result: z.unknown() })
const replySchema = z.union([errorSchema, resultSchema])
const repliesSchema = z.union([errorSchema, z.array(replySchema)])

type Reply = z.infer<typeof replySchema>

/**
 * Upstash over REST (https://upstash.com/docs/redis/features/restapi): one request is one trip. It never retries, for
 * a script that spends quota may have run although its answer was lost, and always times out. Whatever goes wrong,
 * an answer of another shape too, is RedisUnavailable.
 */
export function createRedis({ url, token, timeout }: Connection): RedisClient {
  const base = url.replace(/\/$/, '')
  let restsUntil = 0

  async function post<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
    return answer.parse(await response.json())
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (Date.now() < restsUntil) throw new RedisUnavailable('resting after a failure')
    try {
      return await work()
    } catch (cause) {
      if (Date.now() >= restsUntil) logFailure(cause)
      restsUntil = Date.now() + REST_AFTER_FAILURE
      throw new RedisUnavailable(cause)
    }
  }

  const send = <T>(answer: z.ZodType<T>, ...command: Command) =>
    run(async () => answer.parse(resultOf(await post('', command, replySchema))))

  return {
    send,
    sendAll: (answer, commands) =>
      run(async () => {
        const replies = await post('/multi-exec', commands, repliesSchema)
        if ('error' in replies) throw new RedisRefused(replies.error)
        return replies.map((reply) => answer.parse(resultOf(reply)))
      }),
    script: ({ text, sha1, answer }, keys, args) =>
      run(async () => {
        const rest = [keys.length, ...keys, ...args]
        const reply = await post('', ['EVALSHA', sha1, ...rest], replySchema)
        const isUnknown = 'error' in reply && reply.error.startsWith('NOSCRIPT')
        return answer.parse(
          resultOf(isUnknown ? await post('', ['EVAL', text, ...rest], replySchema) : reply),
        )
      }),
    reach: async () => {
      const settled = Date.now() + EPOCH.settlingTime
      await send(z.unknown(), 'SET', EPOCH.key, settled, 'NX')
    },
  }
}

/** Redis' own error. It may quote the command, so it is not logged. */
class RedisRefused extends Error {
  constructor(error: string) {
    super(error)
    this.name = 'RedisRefused'
  }
}

function resultOf(reply: Reply): unknown {
  if ('error' in reply) throw new RedisRefused(reply.error)
  return reply.result
}

function logFailure(cause: unknown): void {
  console.error(
    JSON.stringify({
      level: 'error',
      what: 'redis',
      error: cause instanceof Error ? cause.name : typeof cause,
      ...(cause instanceof RedisRefused && { code: cause.message.split(' ')[0]?.slice(0, 32) }),
    }),
  )
}

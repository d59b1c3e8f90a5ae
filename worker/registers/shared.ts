import * as z from 'zod'
import { type RedisClient, RedisUnavailable } from '#worker/clients/redis.ts'

type Known = Map<string, { value: string; endsAt: number }>

/** What this isolate knows of what stands in each Redis. */
const knownOf = new WeakMap<RedisClient, Known>()

/**
 * A value that is dear to make and good for a while, such as an OAuth token: from this isolate, else from Redis,
 * else made anew. `fresh` makes it anew at once, for one that is not taken any more.
 */
export async function shared(
  redis: RedisClient,
  name: string,
  make: () => Promise<{ value: string; seconds: number }>,
  fresh = false,
): Promise<string> {
  const known: Known = knownOf.get(redis) ?? new Map()
  knownOf.set(redis, known)
  const key = `register:shared:${name}`
  const here = known.get(key)
  if (!fresh && here && here.endsAt > Date.now()) return here.value
  const there = fresh ? null : await read(redis, key)
  if (there) {
    known.set(key, { value: there, endsAt: Date.now() + 60_000 })
    return there
  }
  const { value, seconds } = await make()
  known.set(key, { value, endsAt: Date.now() + Math.min(seconds, 60) * 1_000 })
  await keep(redis, key, value, seconds)
  return value
}

async function read(redis: RedisClient, key: string): Promise<string | null> {
  try {
    return await redis.send(z.string().nullable(), 'GET', key)
  } catch (error) {
    if (error instanceof RedisUnavailable) return null
    throw error
  }
}

async function keep(redis: RedisClient, key: string, value: string, seconds: number): Promise<void> {
  try {
    await redis.send(z.unknown(), 'SET', key, value, 'EX', Math.max(1, Math.floor(seconds)))
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
  }
}

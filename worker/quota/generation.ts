import * as z from 'zod'
import type { RedisClient } from '#worker/clients/redis.ts'

/**
 * `key` is missing if Redis lost its data. It holds the end of the warm-up, in milliseconds since 1970: until then
 * counters aren't loaded from PostgreSQL, because calls in progress may not be written there yet.
 * `warmUp` (milliseconds) is longer than a call takes from its spend to its row: 4 s for a register, and the write.
 */
export const GENERATION = { key: 'generation', warmUp: 5_500 } as const

/** Starts the warm-up of a Redis that lost its data. Throws RedisUnavailable. */
export async function startGeneration(redis: RedisClient): Promise<void> {
  const end = Date.now() + GENERATION.warmUp
  await redis.run(z.unknown(), (client) => client.set(GENERATION.key, end, { nx: true }))
}

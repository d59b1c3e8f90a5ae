import * as z from 'zod'
import type { RedisClient } from '#worker/clients/redis.ts'

/**
 * Redis lost its data if `key` is missing. It stores the end of the warm-up, in milliseconds since 1970. Until then
 * counters aren't loaded from PostgreSQL, which may not have the calls in progress yet. `warmUp` (milliseconds)
 * exceeds the time from spending a call to its row: 4 s for a register, plus the write.
 */
export const GENERATION = { key: 'generation', warmUp: 5_500 } as const

export async function startGeneration(redis: RedisClient): Promise<void> {
  const end = Date.now() + GENERATION.warmUp
  await redis.run(z.unknown(), (client) => client.set(GENERATION.key, end, { nx: true }))
}

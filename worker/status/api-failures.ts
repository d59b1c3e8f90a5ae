import * as z from 'zod/mini'
import { METRICS_TTL, metricsKeys, SLOT } from '#worker/registers/metrics.ts'
import { ifUnavailable, type RedisClient } from '#worker/services/redis.ts'

/** The API's name among the components of the status. The others are limiter keys of registers. */
export const API = 'api'

const MAX_SLOTS = 12

/** Longer than a write takes. A request that is canceled never ends its own. */
const WRITE_TIME_MS = 10_000

type Pending = { slots: Map<number, number>; writingUntil: number }

const pendingByRedis = new WeakMap<RedisClient, Pending>()

export function countFailure(redis: RedisClient, now: number): void {
  const pending = pendingByRedis.get(redis) ?? { slots: new Map<number, number>(), writingUntil: 0 }
  pendingByRedis.set(redis, pending)
  add(pending.slots, Math.floor(now / SLOT) * SLOT, 1)
}

export const hasFailures = (redis: RedisClient): boolean => (pendingByRedis.get(redis)?.slots.size ?? 0) > 0

/** One write at a time. While Redis is down, failures wait for a later call. */
export async function writeFailures(redis: RedisClient, now: number): Promise<void> {
  const pending = pendingByRedis.get(redis)
  if (!pending || now < pending.writingUntil) return
  pending.writingUntil = now + WRITE_TIME_MS
  while (pending.slots.size > 0) {
    const taken = pending.slots
    pending.slots = new Map()
    if (await write(redis, taken)) continue
    for (const [slot, failures] of taken) add(pending.slots, slot, failures)
    break
  }
  pending.writingUntil = 0
}

const write = (redis: RedisClient, slots: ReadonlyMap<number, number>): Promise<boolean> =>
  redis
    .run(z.array(z.number()), (connection) => {
      const transaction = connection.multi()
      for (const [at, failures] of slots) {
        const [hour, slot] = metricsKeys(at)
        const field = `${API} failed`
        transaction.hincrby(hour, field, failures).expire(hour, METRICS_TTL.hour)
        transaction.hincrby(slot, field, failures).expire(slot, METRICS_TTL.slot)
      }
      return transaction.exec()
    })
    .then(() => true)
    .catch(ifUnavailable(false))

function add(slots: Map<number, number>, slot: number, failures: number): void {
  slots.set(slot, (slots.get(slot) ?? 0) + failures)
  if (slots.size > MAX_SLOTS) slots.delete(Math.min(...slots.keys()))
}

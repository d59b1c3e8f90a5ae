import * as z from 'zod'
import { METRICS_TTL, metricsKeys, SLOT } from '#worker/registers/metrics.ts'
import { ifUnavailable, type RedisClient } from '#worker/services/redis.ts'

/** The API's name among the components of the status. The others are limiter keys of registers. */
export const API = 'api'

/** While Redis is down, an isolate keeps the failures of an hour. */
const MAX_SLOTS = 12

type Pending = { slots: Map<number, number>; isWriting: boolean }

const pendingByRedis = new WeakMap<RedisClient, Pending>()

export function countFailure(redis: RedisClient, now: number): void {
  const pending = pendingByRedis.get(redis) ?? { slots: new Map<number, number>(), isWriting: false }
  pendingByRedis.set(redis, pending)
  add(pending.slots, Math.floor(now / SLOT) * SLOT, 1)
}

export const hasFailures = (redis: RedisClient): boolean => (pendingByRedis.get(redis)?.slots.size ?? 0) > 0

/**
 * Adds the failures that wait in this isolate to Redis, one write at a time. While Redis is down, they wait for a later
 * call. Those of a write that timed out may count twice.
 */
export async function writeFailures(redis: RedisClient): Promise<void> {
  const pending = pendingByRedis.get(redis)
  if (!pending || pending.isWriting) return
  pending.isWriting = true
  try {
    while (pending.slots.size > 0) {
      const taken = pending.slots
      pending.slots = new Map()
      if (await write(redis, taken)) continue
      for (const [slot, failures] of taken) add(pending.slots, slot, failures)
      return
    }
  } finally {
    pending.isWriting = false
  }
}

const write = (redis: RedisClient, slots: ReadonlyMap<number, number>): Promise<boolean> =>
  redis
    .run(z.array(z.number()), (connection) => {
      const transaction = connection.multi()
      for (const [at, failures] of slots) {
        const [hour, slot] = metricsKeys(at)
        transaction.hincrby(hour, `${API} failed`, failures).expire(hour, METRICS_TTL.hour)
        transaction.hincrby(slot, `${API} failed`, failures).expire(slot, METRICS_TTL.slot)
      }
      return transaction.exec()
    })
    .then(() => true)
    .catch(ifUnavailable(false))

function add(slots: Map<number, number>, slot: number, failures: number): void {
  slots.set(slot, (slots.get(slot) ?? 0) + failures)
  if (slots.size > MAX_SLOTS) slots.delete(Math.min(...slots.keys()))
}

import * as z from 'zod'
import { type RedisClient, RedisUnavailable } from '#worker/clients/redis.ts'

const HOUR = 3_600_000
const SLOT = 300_000
const HOURS = 24
const SLOTS = 12

/**
 * How calls to the registers went: one hash for each hour, kept a day, and one for each 5 minutes, kept an hour, with
 * the fields `<lane> answered`, `<lane> fault` and `<lane> time` (milliseconds in all).
 */
export const countsKeys = (now: number): [hour: string, slot: string] => [
  `register:hour:${Math.floor(now / HOUR)}`,
  `register:slot:${Math.floor(now / SLOT)}`,
]
/** Seconds that they live. */
export const COUNTS_LIFE = { hour: (HOURS + 2) * 3_600, slot: (SLOTS + 2) * 300 } as const

/** Calls that were answered, and that failed, and how long they took in all (milliseconds). */
export type Counts = { answered: number; failed: number; time: number }

export const none: Counts = { answered: 0, failed: 0, time: 0 }

export const add = (one: Counts, other: Counts): Counts => ({
  answered: one.answered + other.answered,
  failed: one.failed + other.failed,
  time: one.time + other.time,
})

/** The counts by lane of each of the last 24 hours, the oldest first, and of the last hour; empty without Redis. */
export async function readCounts(redis: RedisClient, now: number) {
  const hours = Array.from({ length: HOURS }, (_, back) => countsKeys(now - (HOURS - 1 - back) * HOUR)[0])
  const slots = Array.from({ length: SLOTS }, (_, back) => countsKeys(now - back * SLOT)[1])
  try {
    const hashes = await redis.run(z.array(hashSchema), (connection) => {
      const transaction = connection.multi()
      for (const key of [...hours, ...slots]) transaction.hgetall(key)
      return transaction.exec()
    })
    const counts = hashes.map(countsOf)
    return { byHour: counts.slice(0, HOURS), lastHour: merged(counts.slice(HOURS)) }
  } catch (error) {
    if (error instanceof RedisUnavailable)
      return { byHour: hours.map((): CountsByLane => new Map()), lastHour: new Map<string, Counts>() }
    throw error
  }
}

export type CountsByLane = ReadonlyMap<string, Counts>

/** As Redis tells it: field and value in turn. */
const hashSchema = z.array(z.string())
const fields = { answered: 'answered', fault: 'failed', time: 'time' } as const
const isField = (text: string): text is keyof typeof fields => Object.hasOwn(fields, text)

function countsOf(parts: readonly string[]): CountsByLane {
  const byLane = new Map<string, Counts>()
  for (let i = 0; i < parts.length; i += 2) {
    const [lane = '', field = ''] = (parts[i] ?? '').split(' ')
    if (isField(field))
      byLane.set(lane, { ...(byLane.get(lane) ?? none), [fields[field]]: Number(parts[i + 1]) })
  }
  return byLane
}

function merged(all: readonly CountsByLane[]): CountsByLane {
  const total = new Map<string, Counts>()
  for (const byLane of all) {
    for (const [lane, counts] of byLane) total.set(lane, add(total.get(lane) ?? none, counts))
  }
  return total
}

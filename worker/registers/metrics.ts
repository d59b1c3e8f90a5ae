import * as z from 'zod/mini'
import { HOUR } from '#worker/lib/time.ts'
import { ifUnavailable, type RedisClient } from '#worker/services/redis.ts'
import { cacheSeconds, encodeAnswer } from './cached-answer.ts'
import type { CallReport } from './permits.ts'
import type { BreakerChange } from './register-breaker.ts'

export const SLOT = 300_000
const HOURS = 24
const SLOTS = 12

/** Two Redis hashes, of an hour and of 5 minutes, with `<limiter key> answered`, `… failed` and `… milliseconds`. */
export const metricsKeys = (now: number): [hour: string, slot: string] => [
  `register:hour:${Math.floor(now / HOUR)}`,
  `register:slot:${Math.floor(now / SLOT)}`,
]
export const METRICS_TTL = { hour: (HOURS + 2) * 3_600, slot: (SLOTS + 2) * 300 } as const

/** A Redis list with `<limiter key> opened|closed <milliseconds>` for each change of a circuit. */
export const OPENINGS_KEY = 'register:openings'
const MAX_OPENINGS = 10_000

type RecordedCall = CallReport & {
  limiterKey: string
  duration: number
  change: BreakerChange | undefined
}

export async function recordCall(redis: RedisClient, call: RecordedCall): Promise<void> {
  const { cacheKey, cached, outcome, limiterKey, duration, change } = call
  if (!cached && outcome === 'neutral') return
  await redis
    .run(z.array(z.unknown()), (client) => {
      const pipeline = client.pipeline()
      if (cached) pipeline.set(cacheKey, encodeAnswer(cached), { ex: cacheSeconds(cached) })
      if (change) {
        pipeline.rpush(OPENINGS_KEY, `${limiterKey} ${change} ${Date.now()}`)
        pipeline.ltrim(OPENINGS_KEY, -MAX_OPENINGS, -1)
      }
      const [hour, slot] = metricsKeys(Date.now())
      for (const [key, ttl] of outcome === 'neutral'
        ? []
        : ([
            [hour, METRICS_TTL.hour],
            [slot, METRICS_TTL.slot],
          ] as const)) {
        pipeline.hincrby(key, `${limiterKey} ${outcome}`, 1)
        pipeline.hincrby(key, `${limiterKey} milliseconds`, duration)
        pipeline.expire(key, ttl)
      }
      return pipeline.exec()
    })
    .catch(ifUnavailable([]))
}

export type CallMetrics = { answered: number; failed: number; milliseconds: number }
export type MetricsByKey = ReadonlyMap<string, CallMetrics>

export const sumMetrics = (all: readonly (CallMetrics | undefined)[]): CallMetrics => ({
  answered: all.reduce((sum, each) => sum + (each?.answered ?? 0), 0),
  failed: all.reduce((sum, each) => sum + (each?.failed ?? 0), 0),
  milliseconds: all.reduce((sum, each) => sum + (each?.milliseconds ?? 0), 0),
})

const MEANS_TTL = 60_000
type MeanSeconds = (limiterKey: string) => number | undefined
const meansByRedis = new WeakMap<RedisClient, { meanSeconds: MeanSeconds; until: number }>()

/** Uses the last hour, or else the last 24, or else the register's other keys in the last 24. Up to a minute old. */
export async function readMeanSeconds(redis: RedisClient, now: number): Promise<MeanSeconds> {
  const known = meansByRedis.get(redis)
  if (known && known.until > now) return known.meanSeconds
  const { hours, slots } = await readMetrics(redis, now)
  const [hour, day] = [mergeMetrics(slots), mergeMetrics(hours)]
  const ofRegisters = mergeMetrics(
    [...day].map(([key, metrics]) => new Map([[registerIdOf(key), metrics]] as const)),
  )
  const meanSeconds = (key: string) =>
    meanOf(hour.get(key)) ?? meanOf(day.get(key)) ?? meanOf(ofRegisters.get(registerIdOf(key)))
  meansByRedis.set(redis, { meanSeconds, until: now + MEANS_TTL })
  return meanSeconds
}

const registerIdOf = (limiterKey: string) => limiterKey.replace(/:.*/, '')

function meanOf(metrics: CallMetrics | undefined): number | undefined {
  const { answered, failed, milliseconds } = sumMetrics([metrics])
  const calls = answered + failed
  return calls > 0 ? milliseconds / calls / 1_000 : undefined
}

/** The last 24 hours, oldest first, and the 12 slots of the last hour, newest first. Empty while Redis is down. */
export async function readMetrics(
  redis: RedisClient,
  now: number,
): Promise<{ hours: MetricsByKey[]; slots: MetricsByKey[] }> {
  const keys = [
    ...Array.from({ length: HOURS }, (_, index) => metricsKeys(now - (HOURS - 1 - index) * HOUR)[0]),
    ...Array.from({ length: SLOTS }, (_, index) => metricsKeys(now - index * SLOT)[1]),
  ]
  const metrics = await readHashes(redis, keys).catch(ifUnavailable(keys.map((): MetricsByKey => new Map())))
  return { hours: metrics.slice(0, HOURS), slots: metrics.slice(HOURS) }
}

const DAYS = 2

export async function readDays(redis: RedisClient, now: number): Promise<Map<string, MetricsByKey>> {
  const hours = Array.from({ length: HOURS + 1 }, (_, index) => now - index * HOUR)
  const metrics = await readHashes(
    redis,
    hours.map((at) => metricsKeys(at)[0]),
  )
  const days = new Map<string, MetricsByKey[]>()
  for (const [index, at] of hours.entries()) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), metrics[index] ?? new Map()])
  }
  return new Map([...days].slice(0, DAYS).map(([day, all]) => [day, mergeMetrics(all)]))
}

function mergeMetrics(hours: readonly MetricsByKey[]): MetricsByKey {
  const keys = new Set(hours.flatMap((hour) => [...hour.keys()]))
  return new Map([...keys].map((key) => [key, sumMetrics(hours.map((hour) => hour.get(key)))]))
}

async function readHashes(redis: RedisClient, keys: readonly string[]): Promise<MetricsByKey[]> {
  const hashes = await redis.run(z.array(z.array(z.string())), (connection) => {
    const transaction = connection.multi()
    for (const key of keys) transaction.hgetall(key)
    return transaction.exec()
  })
  return hashes.map(parseHash)
}

function parseHash(parts: readonly string[]): MetricsByKey {
  const metrics = new Map<string, CallMetrics>()
  for (let index = 0; index < parts.length; index += 2) {
    const [key = '', field = ''] = (parts[index] ?? '').split(' ')
    metrics.set(key, { ...sumMetrics([metrics.get(key)]), [field]: Number(parts[index + 1]) })
  }
  return metrics
}

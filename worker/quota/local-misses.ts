import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { MISSES_A_MINUTE } from './admission.ts'

const MAX_ADDRESSES = 10_000
const MINUTE = 60_000

/** For each network address, the tokens that do not exist that it has tried in its minute. */
const misses = new BoundedCache<string, { count: number; endsAt: number }>(MAX_ADDRESSES)

/** One isolate's limit on tokens that do not exist, for when Redis cannot count for all: milliseconds to wait, 0 for none. */
export function waitOfFlood(address: string, now: number): number {
  const tried = misses.get(address)
  return tried && tried.count >= MISSES_A_MINUTE ? Math.max(0, tried.endsAt - now) : 0
}

/** That address has tried a token that does not exist: how many in its minute. */
export function noteMiss(address: string, now: number): number {
  const known = misses.get(address)
  const tried = known && known.endsAt > now ? known : { count: 0, endsAt: now + MINUTE }
  const count = tried.count + 1
  misses.set(address, { ...tried, count })
  return count
}

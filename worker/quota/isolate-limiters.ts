import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { BURST, UNKNOWN_TOKENS_PER_MINUTE } from './authorization.ts'

const MAX_KEYS = 10_000
const MINUTE = 60_000
const STEP = BURST.window / BURST.size

const burstEnds = new BoundedCache<string, number>(MAX_KEYS)
const unknownTokens = new BoundedCache<string, { count: number; endsAt: number }>(MAX_KEYS)

/** `wait` is in milliseconds, 0 if the call may proceed. */
export function takeFromBurst(organizationId: string, now: number): { left: number; wait: number } {
  const from = Math.max(burstEnds.get(organizationId) ?? 0, now)
  const left = Math.floor((BURST.window - (from - now)) / STEP)
  if (left < 1) return { left: 0, wait: Math.ceil(from - now - BURST.window + STEP) }
  burstEnds.set(organizationId, from + STEP)
  return { left: left - 1, wait: 0 }
}

/** In milliseconds, 0 if the network may try another unknown token. */
export function unknownTokenWait(address: string, now: number): number {
  const tried = unknownTokens.get(address)
  return tried && tried.count >= UNKNOWN_TOKENS_PER_MINUTE ? Math.max(0, tried.endsAt - now) : 0
}

export function countUnknownToken(address: string, now: number): number {
  const known = unknownTokens.get(address)
  const tried = known && known.endsAt > now ? known : { count: 0, endsAt: now + MINUTE }
  const count = tried.count + 1
  unknownTokens.set(address, { ...tried, count })
  return count
}

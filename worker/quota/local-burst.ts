import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { BURST } from './admission.ts'

const MAX_CALLERS = 10_000
const STEP = BURST.window / BURST.size

/** For each caller, the instant at which all of its burst is free again. */
const due = new BoundedCache<string, number>(MAX_CALLERS)

/** The burst limit of one isolate, for when Redis cannot count for all. `wait` is in milliseconds, 0 when the call may go on. */
export function takeFromBurst(caller: string, now: number): { left: number; wait: number } {
  const from = Math.max(due.get(caller) ?? 0, now)
  const left = Math.floor((BURST.window - (from - now)) / STEP)
  if (left < 1) return { left: 0, wait: Math.ceil(from - now - BURST.window + STEP) }
  due.set(caller, from + STEP)
  return { left: left - 1, wait: 0 }
}

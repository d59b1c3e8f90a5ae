import type { Register } from '#worker/registers/register.ts'
import { BATCH_SHARE } from '#worker/registers/shares.ts'

/** In seconds: a turn of a partition. */
export const TURN = 2

/**
 * Batches use half of a register's limit. Organizations share it equally, and each divides its share among its batches:
 * this partition gets 1 / `weight`.
 */
export type Pace = {
  /** Look-ups at once. */
  parallel: number
  /** In a turn. */
  calls: number
  /** After a turn of so many calls and milliseconds. */
  pause: (calls: number, elapsed: number) => number
  /** Calls per second, if a rate limits them. */
  rate: number | undefined
}

export function paceOf({ concurrent, calls, seconds }: Register['limit'], weight: number): Pace {
  const permits = (concurrent * BATCH_SHARE) / weight
  const parallel = Math.max(1, Math.floor(permits))
  if (calls === undefined || seconds === undefined) {
    // A partition with less than one permit works for a part of the time.
    const pause = (_: number, elapsed: number) => (permits >= 1 ? 0 : elapsed * (1 / permits - 1))
    return { parallel, calls: Number.POSITIVE_INFINITY, pause, rate: undefined }
  }
  const rate = (calls / seconds) * (BATCH_SHARE / weight)
  return {
    parallel,
    calls: Math.max(1, Math.floor(rate * TURN)),
    pause: (made, elapsed) => Math.max(0, (made / rate) * 1_000 - elapsed),
    rate,
  }
}

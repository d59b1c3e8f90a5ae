import type { Register } from '#worker/registers/register.ts'
import { BATCH_SHARE } from '#worker/registers/shares.ts'

export const SLICE_SECONDS = 1

type Limit = Register['limit']

export type Pace = {
  parallel: number
  calls: number
  /** Milliseconds to wait after a slice of `calls` that took `elapsed` milliseconds. */
  pause: (calls: number, elapsed: number) => number
}

const parallelOf = ({ concurrent }: Limit) => Math.max(1, Math.floor(concurrent * BATCH_SHARE))

const rateOf = ({ calls, seconds }: Limit) =>
  calls === undefined || seconds === undefined ? Number.POSITIVE_INFINITY : (calls / seconds) * BATCH_SHARE

export function paceOf(limit: Limit): Pace {
  const rate = rateOf(limit)
  return {
    parallel: parallelOf(limit),
    calls: Math.max(1, Math.floor(rate * SLICE_SECONDS)),
    pause: (calls, elapsed) => Math.max(0, (calls / rate) * 1_000 - elapsed),
  }
}

/** For all batches together. */
export const callsPerSecond = (limit: Limit, secondsPerCall: number): number =>
  Math.min(rateOf(limit), parallelOf(limit) / secondsPerCall)

import type { BucketLimit } from '#worker/lib/leaky-buckets.ts'
import { HOUR } from '#worker/lib/time.ts'
import type { Rate, Register } from './register.ts'

export type RegisterCaller = { organizationId: string; isPaid: boolean; isBatch?: true }
export type CallerClass = 'paid' | 'free' | 'batch'

/** The share of a register's calls that one organization may use in a window, so that a quarter is left for the others. */
const SHARE = 3 / 4
const FRESH_SHARE = { paid: 1 / 4, free: 1 / 20 } as const
/** The share that all FREE organizations may use together, including calls in flight. The rest is for paid tiers. */
const FREE_SHARE = 4 / 5
/** The share that all batches may use together, including calls in flight, so that single calls don't wait for them. */
export const BATCH_SHARE = 1 / 2

const FRESH_AGE = HOUR

export const requiresNewAnswer = (oldest: number, since: number): boolean => oldest > since - FRESH_AGE

export const classOf = ({ isPaid, isBatch }: RegisterCaller): CallerClass =>
  isBatch ? 'batch' : isPaid ? 'paid' : 'free'

export function sharesOf(
  limit: number,
  { isPaid, isBatch }: RegisterCaller,
  isFresh: boolean,
): { organization: number; tier: number } {
  const part = (share: number) => Math.max(1, Math.floor(limit * share))
  if (isBatch) return { organization: limit, tier: part(BATCH_SHARE) }
  return {
    organization: part(isFresh ? FRESH_SHARE[isPaid ? 'paid' : 'free'] : SHARE),
    tier: isPaid ? limit : part(FREE_SHARE),
  }
}

export type PermitLimits = { concurrent: number; concurrentOfClass: number; rates: readonly BucketLimit[] }

export const permitLimits = (
  { concurrent, calls, seconds }: Register['limit'],
  caller: RegisterCaller,
  isFresh: boolean,
): PermitLimits => ({
  concurrent,
  concurrentOfClass: sharesOf(concurrent, caller, isFresh).tier,
  rates: calls && seconds ? rateLimits({ calls, seconds }, caller, isFresh) : [],
})

export function rateLimits(
  { calls, seconds }: Rate,
  caller: RegisterCaller,
  isFresh: boolean,
): BucketLimit[] {
  const { organization, tier } = sharesOf(calls, caller, isFresh)
  const window = seconds * 1_000
  const share = { calls: organization, atMost: organization }
  return [
    { key: 'all', calls, window, atMost: tier },
    // All batches together get the whole limit in twice the time.
    caller.isBatch
      ? { key: 'batches', ...share, window: window / BATCH_SHARE }
      : { key: `${caller.organizationId}${isFresh ? ' fresh' : ''}`, ...share, window },
  ]
}

/** For the requests after a look-up's first, which may use the whole limit, so that the look-up can finish. */
export const rateToFinish = (rate: Rate, caller: RegisterCaller, isFresh: boolean): BucketLimit[] =>
  rateLimits(rate, caller, isFresh).map((limit) => ({
    ...limit,
    atMost: limit.key === 'all' ? rate.calls : Number.POSITIVE_INFINITY,
  }))

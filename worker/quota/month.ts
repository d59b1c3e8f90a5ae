import type { ApiSettings } from '#worker/env.ts'

/** In UTC. `key` is like `2026-11`; `end` is the start of the next month. */
export type Month = { key: string; start: Date; end: Date }

export function monthOf(instant: Date): Month {
  const year = instant.getUTCFullYear()
  const month = instant.getUTCMonth()
  return {
    key: instant.toISOString().slice(0, 7),
    start: new Date(Date.UTC(year, month, 1)),
    end: new Date(Date.UTC(year, month + 1, 1)),
  }
}

/** The calls of the month that ends at `resetDate`. */
export type MonthCount = { usedCount: number; resetDate: Date }

/**
 * The quota at `now`, even before the month's first call resets the count. If it is of a later month, this machine's
 * time is late: then `at` is the start of that month.
 */
export function quotaAt(
  { usedCount, resetDate }: MonthCount,
  now: Date,
): { month: Month; used: number; at: Date } {
  if (resetDate <= now) return { month: monthOf(now), used: 0, at: now }
  const month = monthOf(new Date(resetDate.getTime() - 1))
  return { month, used: usedCount, at: month.start > now ? month.start : now }
}

export const quotaKey = ({ CACHE_EPOCH }: Pick<ApiSettings, 'CACHE_EPOCH'>, organizationId: string) =>
  `quota:${CACHE_EPOCH}:${organizationId}`

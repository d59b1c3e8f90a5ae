/** A quota's month in UTC: `key` names it, `end` is the instant at which the next begins. */
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

type QuotaRow = { usedCount: number; resetDate: Date }

/**
 * What a quota's row says at `now`, whether or not the cron has rolled it: one whose month is over has nothing used of
 * the month that has begun. One that is ahead of `now` says that its month has begun, whatever this machine's clock
 * says. `at` is `now`, and never before the month that is counted.
 */
export function quotaAt(
  { usedCount, resetDate }: QuotaRow,
  now: Date,
): { month: Month; used: number; at: Date } {
  if (resetDate <= now) return { month: monthOf(now), used: 0, at: now }
  const month = monthOf(new Date(resetDate.getTime() - 1))
  return { month, used: usedCount, at: month.start > now ? month.start : now }
}

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

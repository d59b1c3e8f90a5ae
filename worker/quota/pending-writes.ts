import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { sleep } from '#worker/lib/retry.ts'

/**
 * What this isolate knows of writes that follow their answers. It is a hint that makes a Redis or a PostgreSQL
 * that lags behind harmless, never the truth: that is Redis while it counts, and PostgreSQL always in the end.
 */

const MAX_NOTES = 10_000
const SETTLE_STEP = 10
const SETTLE_LIMIT = 5_000

const notes = new BoundedCache<string, { month: string; used: number }>(MAX_NOTES)
let owedWrites = 0

/** The most that PostgreSQL was seen to hold for the month, under the token's hash; 0 when nothing was seen. */
export function knownUsedCount(tokenHash: string, month: string): number {
  const note = notes.get(tokenHash)
  return note?.month === month ? note.used : 0
}

/** PostgreSQL holds `used` for the month: a Redis that says less is behind. */
export function recordUsedCount(tokenHash: string, month: string, used: number): void {
  const note = notes.get(tokenHash)
  if (note && (note.month > month || (note.month === month && note.used > used))) return
  notes.set(tokenHash, { month, used })
}

/** Spent in Redis and not yet in PostgreSQL; call with the negative number once it is. */
export function addPendingWrites(change: number): void {
  owedWrites += change
}

/** Waits, as long as a call to a register may take, until what this isolate spent in Redis stands in PostgreSQL. */
export async function waitForPendingWrites(): Promise<void> {
  for (let waited = 0; owedWrites > 0 && waited < SETTLE_LIMIT; waited += SETTLE_STEP) {
    await sleep(SETTLE_STEP)
  }
}

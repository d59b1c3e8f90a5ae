import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { sleep } from '#worker/lib/retry.ts'

// What this isolate knows of writes that follow their answers: a hint that makes a stale Redis or PostgreSQL harmless.

const MAX_TOKENS = 10_000
const POLL_INTERVAL = 10
const TIMEOUT = 5_000

const usedCounts = new BoundedCache<string, { month: string; used: number }>(MAX_TOKENS)
let pending = 0

/** The highest count of the month seen in PostgreSQL for the token; 0 if none was seen. */
export function knownUsedCount(tokenHash: string, month: string): number {
  const known = usedCounts.get(tokenHash)
  return known?.month === month ? known.used : 0
}

/** Call with the count that PostgreSQL holds: a lower one in Redis is stale. */
export function recordUsedCount(tokenHash: string, month: string, used: number): void {
  const known = usedCounts.get(tokenHash)
  if (known && (known.month > month || (known.month === month && known.used > used))) return
  usedCounts.set(tokenHash, { month, used })
}

/** Adds calls that are spent in Redis and not yet written to PostgreSQL; a negative number once they are. */
export function addPendingWrites(calls: number): void {
  pending += calls
}

/** Waits until this isolate has no pending writes, at most as long as a register look-up takes. */
export async function waitForPendingWrites(): Promise<void> {
  for (let waited = 0; pending > 0 && waited < TIMEOUT; waited += POLL_INTERVAL) await sleep(POLL_INTERVAL)
}

import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { sleep } from '#worker/lib/retry.ts'

const MAX_TOKENS = 10_000
const POLL_INTERVAL = 10
const TIMEOUT = 5_000

const usedCounts = new BoundedCache<string, { month: string; used: number }>(MAX_TOKENS)
let pending = 0

export function knownUsedCount(tokenHash: string, month: string): number {
  const known = usedCounts.get(tokenHash)
  return known?.month === month ? known.used : 0
}

/** Call with PostgreSQL's count. A lower one in Redis is stale. */
export function recordUsedCount(tokenHash: string, month: string, used: number): void {
  const known = usedCounts.get(tokenHash)
  if (known && (known.month > month || (known.month === month && known.used > used))) return
  usedCounts.set(tokenHash, { month, used })
}

export function addPendingWrites(calls: number): void {
  pending += calls
}

/** Waits at most as long as a register look-up takes. */
export async function waitForPendingWrites(): Promise<void> {
  for (let waited = 0; pending > 0 && waited < TIMEOUT; waited += POLL_INTERVAL) await sleep(POLL_INTERVAL)
}

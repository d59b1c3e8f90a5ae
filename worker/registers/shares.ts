/** The organization that a register is called for. */
export type RegisterCaller = { organizationId: string; isPaid: boolean; isBatch?: true }

/** What one organization may use of a register's calls in a window. So it always leaves a quarter to the others. */
const SHARE = 3 / 4
/** For answers that must be new, which the cache can't serve. */
const FRESH_SHARE = { paid: 1 / 4, free: 1 / 20 } as const
/** What all FREE organizations may use together, also of the calls in flight. The rest is reserved for paid tiers. */
const FREE_SHARE = 4 / 5
/** What all batches together may use, also of the calls in flight, so that single calls don't wait for them. */
export const BATCH_SHARE = 1 / 2

const FRESH_AGE = 3_600_000

/** `oldest` is in milliseconds since 1970, 0 for the register's own rule. */
export const requiresNewAnswer = (oldest: number, since: number): boolean => oldest > since - FRESH_AGE

/** At least one call each, whatever the limit. */
export function sharesOf(
  limit: number,
  { isPaid, isBatch }: RegisterCaller,
  isFresh: boolean,
): { organization: number; tier: number } {
  const part = (share: number) => Math.max(1, Math.floor(limit * share))
  // Batches divide their share by turns: see batches/pace.ts.
  if (isBatch) return { organization: limit, tier: part(BATCH_SHARE) }
  return {
    organization: part(isFresh ? FRESH_SHARE[isPaid ? 'paid' : 'free'] : SHARE),
    tier: isPaid ? limit : part(FREE_SHARE),
  }
}

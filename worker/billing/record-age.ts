/** A webhook with a record of Paddle's. */
export type BillingEvent = { id: string; type: string; occurredAt: Date }

type Copy = { recordUpdatedAt: Date; lastEventAt: Date | null }

/**
 * May the record replace our copy? Without an event, it was read from Paddle's API, so of two with the same age it is
 * the newer one.
 */
export function isNewer(copy: Copy, updatedAt: Date, event: BillingEvent | undefined): boolean {
  const age = updatedAt.getTime() - copy.recordUpdatedAt.getTime()
  if (age !== 0 || !event) return age >= 0
  return copy.lastEventAt !== null && event.occurredAt > copy.lastEventAt
}

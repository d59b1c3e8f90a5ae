/** A webhook that contains a Paddle record. */
export type BillingEvent = { id: string; type: string; occurredAt: Date }

type Copy = { recordUpdatedAt: Date; lastEventAt: Date | null }

/**
 * Whether the record may replace our copy. Without an event, it was read from Paddle's API, so it wins against a copy
 * of the same age.
 */
export function isNewer(copy: Copy, updatedAt: Date, event: BillingEvent | undefined): boolean {
  const age = updatedAt.getTime() - copy.recordUpdatedAt.getTime()
  if (age !== 0 || !event) return age >= 0
  return copy.lastEventAt !== null && event.occurredAt > copy.lastEventAt
}

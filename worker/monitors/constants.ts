import type { Tier } from '#worker/membership/constants.ts'

/** Of live monitors, paused ones included. */
export const monitorLimits: Readonly<Record<Tier, number>> = { FREE: 10, PRO: 500, ENTERPRISE: 10_000 }

/** Created, imported and changed monitors a day. */
export const monitorChangeLimits: Readonly<Record<Tier, number>> = {
  FREE: 500,
  PRO: 5_000,
  ENTERPRISE: 50_000,
}

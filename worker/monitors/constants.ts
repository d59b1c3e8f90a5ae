import type { Tier } from '#worker/membership/constants.ts'

/** Of live monitors, paused ones included. */
export const monitorLimits: Readonly<Record<Tier, number>> = { FREE: 10, PRO: 500, ENTERPRISE: 10_000 }

export const dailyMonitorChangeLimits: Readonly<Record<Tier, number>> = {
  FREE: 500,
  PRO: 5_000,
  ENTERPRISE: 50_000,
}

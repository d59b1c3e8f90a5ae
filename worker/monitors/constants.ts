import type { Tier } from '#worker/membership/constants.ts'

/** Of live monitors, paused ones included. */
export const monitorLimits: Readonly<Record<Tier, number>> = { FREE: 10, PRO: 500, ENTERPRISE: 10_000 }

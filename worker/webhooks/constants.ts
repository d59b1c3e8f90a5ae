import type { Tier } from '#worker/membership/constants.ts'

/** Endpoints of an organization. */
export const endpointLimits: Readonly<Record<Tier, number>> = { FREE: 5, PRO: 20, ENTERPRISE: 100 }

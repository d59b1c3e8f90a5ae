import type { Tier } from '#worker/membership/constants.ts'

export const endpointLimits: Readonly<Record<Tier, number>> = { FREE: 5, PRO: 20, ENTERPRISE: 100 }

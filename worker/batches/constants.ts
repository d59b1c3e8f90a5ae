import type { Tier } from '#worker/membership/constants.ts'

export const MAX_ROWS = 100_000

export const concurrentBatchLimits: Readonly<Record<Tier, number>> = { FREE: 1, PRO: 3, ENTERPRISE: 10 }

export const TEST_RETENTION_DAYS = 1

import { type SQL, sql } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import { monthlyLimits, type Tier } from './contract.ts'

/** Of an organization once it has this tier: its contract's limit, or the tier's. */
export const monthlyLimitWith = (tier: Tier): SQL<number> =>
  tier === 'ENTERPRISE'
    ? sql`coalesce(${organizations.contractLimit}, ${monthlyLimits.ENTERPRISE}::int)`
    : sql`${monthlyLimits[tier]}::int`

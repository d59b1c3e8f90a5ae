import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { monthlyLimits, type Tier } from './contract.ts'

const tierLimits = sql.join(
  Object.entries(monthlyLimits).map(([tier, limit]) => sql`when ${tier}::text then ${limit}::int`),
  sql` `,
)

/** In SQL: the contract's limit while the organization is ENTERPRISE, otherwise its tier's. */
export const monthlyLimitOf = (organization: { tier: SQLWrapper; contractLimit: SQLWrapper }): SQL<number> =>
  sql`coalesce(case when ${organization.tier} = 'ENTERPRISE' then ${organization.contractLimit} end, case ${organization.tier} ${tierLimits} end)`

export const limitOf = ({ tier, contractLimit }: { tier: Tier; contractLimit: number | null }): number =>
  (tier === 'ENTERPRISE' ? contractLimit : null) ?? monthlyLimits[tier]

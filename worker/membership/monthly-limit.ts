import { and, eq, type SQL, sql } from 'drizzle-orm'
import { organizations, quotas } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'
import { monthlyLimits, type Tier } from './constants.ts'

const tierLimits = sql.join(
  Object.entries(monthlyLimits).map(([tier, limit]) => sql`when ${tier}::text then ${limit}::int`),
  sql` `,
)

/** In SQL: the contract's limit while the organization is ENTERPRISE, otherwise its tier's, or 0 without the free quota. */
const monthlyLimit: SQL<number> = sql`case when ${organizations.tier} = 'FREE' and not ${organizations.hasFreeQuota} then 0 else coalesce(case when ${organizations.tier} = 'ENTERPRISE' then ${organizations.contractLimit} end, case ${organizations.tier} ${tierLimits} end) end`

/** If it stops calls, the admins get an email even if an earlier one was about more calls. */
const warnedCount: SQL<number> = sql`case when ${quotas.usedCount} >= ${monthlyLimit} and ${quotas.usedCount} < ${quotas.monthlyLimit} then 0 else ${quotas.warnedCount} end`

export const updateMonthlyLimit = (tx: Transaction, organizationId: string) =>
  tx
    .update(quotas)
    .set({ monthlyLimit, warnedCount })
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), eq(quotas.organizationId, organizations.id)))

type Plan = { tier: Tier; contractLimit: number | null; hasFreeQuota: boolean }

export function limitOf({ tier, contractLimit, hasFreeQuota }: Plan): number {
  if (tier === 'FREE' && !hasFreeQuota) return 0
  return (tier === 'ENTERPRISE' ? contractLimit : null) ?? monthlyLimits[tier]
}

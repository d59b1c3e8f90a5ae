import { asc, eq } from 'drizzle-orm'
import { memberships, organizations, quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { Organization } from './contract.ts'
import { summarizeOrganization } from './describe.ts'

/** The user's organizations, the first joined first. */
export async function listOrganizations(ctx: Context, userId: number): Promise<Organization[]> {
  const rows = await ctx.db
    .select({ role: memberships.role, organization: organizations, quota: quotas })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.id))
  return rows.map(({ role, organization, quota }) =>
    summarizeOrganization({
      role,
      organization: {
        ...organization,
        monthlyLimit: quota.monthlyLimit,
        usedCount: quota.usedCount,
        resetDate: quota.resetDate,
      },
    }),
  )
}

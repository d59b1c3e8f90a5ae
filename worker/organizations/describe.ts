import { asc, eq } from 'drizzle-orm'
import { memberships } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { quotaAt } from '#worker/quota/month.ts'
import type { Organization, OrganizationDetail } from './contract.ts'
import { type Membership, selectMemberships } from './membership.ts'

function summarizeOrganization({ role, organization }: Membership): Organization {
  return {
    id: organization.id,
    name: organization.name,
    tier: organization.tier,
    status: organization.status,
    role,
    createdAt: organization.createdAt.toISOString(),
    statusReason: organization.statusReason,
    deleteAt: organization.deleteAt?.toISOString() ?? null,
    usedCount: quotaAt(organization, new Date()).used,
    monthlyLimit: organization.monthlyLimit,
  }
}

export function describeOrganization(membership: Membership): OrganizationDetail {
  const { month, used: usedCount } = quotaAt(membership.organization, new Date())
  return {
    ...summarizeOrganization(membership),
    usedCount,
    vatNumber: membership.organization.vatNumber,
    batchRetentionDays: membership.organization.batchRetentionDays,
    onboarding: membership.onboarding,
    quota: {
      monthlyLimit: membership.organization.monthlyLimit,
      usedCount,
      resetDate: month.end.toISOString(),
    },
  }
}

export async function listOrganizations(ctx: Context, userId: number): Promise<Organization[]> {
  const rows = await selectMemberships(ctx.db)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.id))
  return rows.map(summarizeOrganization)
}

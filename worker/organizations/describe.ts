import { asc, eq } from 'drizzle-orm'
import { memberships } from '#db/schema/index.ts'
import { graceEnd } from '#worker/billing/tier.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { type Membership, selectMemberships, twoFactorDueAt } from '#worker/membership/membership.ts'
import { quotaAt } from '#worker/quota/month.ts'
import type { Organization, OrganizationDetail } from './contract.ts'

function summarizeOrganization(membership: Membership): Organization {
  const { role, organization } = membership
  return {
    ...pick(organization, 'id', 'name', 'tier', 'status', 'statusReason', 'monthlyLimit'),
    ...withIsoDates(pick(organization, 'createdAt', 'deleteAt', 'twoFactorRequiredAt')),
    role,
    usedCount: quotaAt(organization, new Date()).used,
    graceEndsAt: graceEndOf(organization)?.toISOString() ?? null,
    twoFactorDueAt: twoFactorDueAt(membership)?.toISOString() ?? null,
  }
}

function graceEndOf({ pastDueSince, status, tier }: Membership['organization']): Date | null {
  if (!pastDueSince || status !== 'ACTIVE') return null
  const end = graceEnd(pastDueSince)
  // Support can set another tier after the plan has ended.
  return tier === 'FREE' || end > new Date() ? end : null
}

export function describeOrganization(membership: Membership): OrganizationDetail {
  const { organization, onboarding } = membership
  const summary = summarizeOrganization(membership)
  const resetDate = quotaAt(organization, new Date()).month.end.toISOString()
  return {
    ...summary,
    ...pick(organization, 'vatNumber', 'batchRetentionDays', 'monitorDigest', 'keepsRecords', 'recordYears'),
    onboarding,
    quota: { ...pick(summary, 'monthlyLimit', 'usedCount'), resetDate },
  }
}

export async function listOrganizations(ctx: Context, userId: number): Promise<Organization[]> {
  const rows = await selectMemberships(ctx.db)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.id))
  return rows.map(summarizeOrganization)
}

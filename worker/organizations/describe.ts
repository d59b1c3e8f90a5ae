import { monthOf } from '#worker/activity/month.ts'
import type { Organization, OrganizationDetail } from './contract.ts'
import type { Membership } from './membership.ts'

/** What has been used of the current month: a row whose month is over counts nothing. */
const usedNow = ({ usedCount, resetDate }: Membership['organization']) =>
  resetDate <= new Date() ? 0 : usedCount

/** An organization as a list shows it. */
export function summarizeOrganization({ role, organization }: Membership): Organization {
  return {
    id: organization.id,
    name: organization.name,
    tier: organization.tier,
    status: organization.status,
    role,
    createdAt: organization.createdAt.toISOString(),
    usedCount: usedNow(organization),
    monthlyLimit: organization.monthlyLimit,
  }
}

/** An organization with its quota; `counted` is what Redis has counted, which PostgreSQL may not hold yet. */
export function describeOrganization(membership: Membership, counted = 0): OrganizationDetail {
  const summary = summarizeOrganization(membership)
  const usedCount = Math.max(summary.usedCount, counted)
  return {
    ...summary,
    usedCount,
    quota: {
      monthlyLimit: summary.monthlyLimit,
      usedCount,
      resetDate: monthOf(new Date()).end.toISOString(),
    },
  }
}

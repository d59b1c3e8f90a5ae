import * as z from 'zod'
import { quotaAt } from '#worker/quota/month.ts'
import type { MonthlyCount } from '#worker/quota/monthly-count.ts'
import {
  memberRoleSchema,
  type Organization,
  type OrganizationDetail,
  statusSchema,
  tierSchema,
} from './contract.ts'
import type { Membership } from './membership.ts'

/** A membership as a statement with joins returns it. */
export const membershipRowSchema = z.object({
  role: memberRoleSchema,
  id: z.string(),
  name: z.string(),
  tier: tierSchema,
  status: statusSchema,
  created_at: z.coerce.date(),
  monthly_limit: z.number(),
  used_count: z.number(),
  reset_date: z.coerce.date(),
  vat_number: z.string().nullable(),
})

export const membershipOfRow = (row: z.infer<typeof membershipRowSchema>): Membership => ({
  role: row.role,
  organization: {
    id: row.id,
    name: row.name,
    tier: row.tier,
    status: row.status,
    createdAt: row.created_at,
    monthlyLimit: row.monthly_limit,
    usedCount: row.used_count,
    resetDate: row.reset_date,
    vatNumber: row.vat_number,
  },
})

export function summarizeOrganization({ role, organization }: Membership): Organization {
  return {
    id: organization.id,
    name: organization.name,
    tier: organization.tier,
    status: organization.status,
    role,
    createdAt: organization.createdAt.toISOString(),
    usedCount: quotaAt(organization, new Date()).used,
    monthlyLimit: organization.monthlyLimit,
  }
}

/** `counted` is Redis's count of the month, which PostgreSQL may not have yet. */
export function describeOrganization(membership: Membership, counted?: MonthlyCount): OrganizationDetail {
  const { month, used } = quotaAt(membership.organization, new Date())
  const usedCount = counted?.month === month.key ? Math.max(used, counted.used) : used
  return {
    ...summarizeOrganization(membership),
    usedCount,
    vatNumber: membership.organization.vatNumber,
    quota: {
      monthlyLimit: membership.organization.monthlyLimit,
      usedCount,
      resetDate: month.end.toISOString(),
    },
  }
}

import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { memberships, organizations, quotas } from '#db/schema/index.ts'
import type { MemberRole } from './contract.ts'

export type Membership = Awaited<ReturnType<typeof selectMemberships>>[number]

export const selectMemberships = (db: Db) =>
  db
    .select({
      role: memberships.role,
      onboarding: memberships.onboarding,
      organization: {
        id: organizations.id,
        name: organizations.name,
        tier: organizations.tier,
        status: organizations.status,
        createdAt: organizations.createdAt,
        vatNumber: organizations.vatNumber,
        batchRetentionDays: organizations.batchRetentionDays,
        statusReason: organizations.statusReason,
        deleteAt: organizations.deleteAt,
        monthlyLimit: quotas.monthlyLimit,
        usedCount: quotas.usedCount,
        resetDate: quotas.resetDate,
      },
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))

type MemberId = { organizationId: string; userId: number }

export const isMember = ({ organizationId, userId }: MemberId, roles?: readonly MemberRole[]) =>
  and(
    eq(memberships.organizationId, organizationId),
    eq(memberships.userId, userId),
    roles && inArray(memberships.role, [...roles]),
  )

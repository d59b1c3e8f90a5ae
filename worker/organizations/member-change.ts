import { and, eq, exists, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { memberships } from '#db/schema/index.ts'
import { AppError } from '#worker/errors.ts'
import { type MemberRole, memberRoleSchema } from './contract.ts'
import { isMember } from './membership.ts'
import { rolesWith } from './permissions.ts'

export type MemberChange = { organizationId: string; callerId: number; userId: number }

export type MemberChangeError = 'ORGANIZATION_NOT_FOUND' | 'ROLE_TOO_LOW' | 'MEMBER_NOT_FOUND' | 'LAST_ADMIN'

export function assertNotOnYourself({ callerId, userId }: MemberChange): void {
  if (callerId === userId) throw new AppError('NOT_ON_YOURSELF')
}

/**
 * Why a change must be refused, or null. `newRole` is null for a removal. Evaluate it under the organization's lock: if
 * two admins remove each other, the second is refused.
 */
export function memberChangeError(
  db: Db,
  { organizationId, callerId, userId }: MemberChange,
  newRole: MemberRole | null,
): SQL<MemberChangeError | null> {
  const find = (condition: SQL | undefined) =>
    db.select({ id: memberships.id }).from(memberships).where(condition)
  const caller = { organizationId, userId: callerId }
  const member = { organizationId, userId }
  const isLeaving = callerId === userId && newRole === null
  const roles = isLeaving ? memberRoleSchema.options : rolesWith('manageMembers')
  const otherAdmin = and(
    eq(memberships.organizationId, organizationId),
    eq(memberships.role, 'admin'),
    ne(memberships.userId, userId),
  )
  const losesLastAdmin =
    newRole === 'admin'
      ? sql`false`
      : and(exists(find(isMember(member, ['admin']))), notExists(find(otherAdmin)))
  return sql`case
    when ${notExists(find(isMember(caller)))} then 'ORGANIZATION_NOT_FOUND'
    when ${notExists(find(isMember(caller, roles)))} then 'ROLE_TOO_LOW'
    when ${notExists(find(isMember(member)))} then 'MEMBER_NOT_FOUND'
    when ${losesLastAdmin} then 'LAST_ADMIN'
  end`
}

import { and, eq, gt, ne, notInArray, type SQL } from 'drizzle-orm'
import { invitations, memberships, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditChange } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { type MemberRole, rolePermissions } from '#worker/membership/constants.ts'
import { isMember, lockMembership } from '#worker/membership/membership.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import type { Member } from './contract.ts'

export type MemberChange = { organizationId: string; callerId: number; userId: number }

export function assertNotOnYourself({ callerId, userId }: MemberChange): void {
  if (callerId === userId) throw new AppError('NOT_ON_YOURSELF')
}

/** `newRole` is null for a removal. */
export async function lockMember(
  tx: Transaction,
  { organizationId, callerId, userId }: MemberChange,
  newRole: MemberRole | null,
) {
  const isLeaving = callerId === userId && newRole === null
  const caller = { organizationId, userId: callerId }
  await lockMembership(tx, caller, isLeaving ? { active: false } : { permission: 'manageMembers' })
  const [member] = await tx
    .select({ email: users.email, role: memberships.role, joinedAt: memberships.createdAt })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMember({ organizationId, userId }))
  if (!member) throw new AppError('MEMBER_NOT_FOUND')
  const isOtherAdmin = and(
    eq(memberships.organizationId, organizationId),
    eq(memberships.role, 'admin'),
    ne(memberships.userId, userId),
  )
  const losesAdmin = member.role === 'admin' && newRole !== 'admin'
  if (losesAdmin && (await tx.$count(memberships, isOtherAdmin)) === 0) throw new AppError('LAST_ADMIN')
  return member
}

export async function changeRole(
  ctx: Context,
  { role, ...change }: MemberChange & { role: MemberRole },
): Promise<Member> {
  assertNotOnYourself(change)
  const { organizationId, userId } = change
  return inTransaction(ctx, async (tx) => {
    const { email, joinedAt, ...before } = await lockMember(tx, change, role)
    await tx.update(memberships).set({ role }).where(isMember(change))
    const isHigher = notInArray(invitations.role, rolesUpTo(role))
    const isTheirs = eq(invitations.invitedBy, userId)
    await revokeInvitations(tx, and(eq(invitations.organizationId, organizationId), isTheirs, isHigher))
    await auditChange(tx, {
      event: 'member.role_changed',
      organizationId,
      subject: email,
      before,
      after: { role },
    })
    return { id: userId, email, role, joinedAt: joinedAt.toISOString() }
  })
}

const rolesUpTo = (role: MemberRole): MemberRole[] => [role, ...rolePermissions[role].invitableRoles]

/** The pending ones, which would give a member back what a change takes away. */
export const revokeInvitations = (tx: Transaction, where: SQL | undefined) =>
  tx
    .update(invitations)
    .set({ status: 'revoked' })
    .where(and(eq(invitations.status, 'pending'), gt(invitations.expiresAt, now), where))

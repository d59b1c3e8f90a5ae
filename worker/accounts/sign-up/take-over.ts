import { and, eq, inArray, notExists, type SQL } from 'drizzle-orm'
import {
  apiTokens,
  emailChanges,
  invitations,
  memberships,
  organizations,
  sessions,
  supportRequests,
  twoFactors,
  users,
} from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { lockOrganizations, lockUser } from '#worker/locks.ts'
import { memberConditions } from '#worker/membership/membership.ts'
import { leaveFreeQuotas } from '#worker/organizations/free-quota.ts'
import { revokeInvitations } from '#worker/organizations/member-change.ts'
import { scheduleDeletion } from '#worker/organizations/schedule-deletion.ts'
import { forgetWriter } from '#worker/support/change-state.ts'
import { revokeTokens } from '#worker/tokens/revoke-tokens.ts'
import type { Transaction } from '#worker/transaction.ts'
import { insertFirstOrganization } from './insert-account.ts'

/** Leaves nothing of an account that someone made with an address they never proved. Undefined if none matches. */
export async function takeOver(tx: Transaction, where: SQL | undefined) {
  const { db } = tx.ctx
  const isOwn = inArray(
    organizations.id,
    db
      .select({ id: memberships.organizationId })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(where),
  )
  await lockOrganizations(tx, isOwn)
  const [user] = await lockUser(tx, where)
  if (!user) return undefined
  const { id } = user
  const { find, isOther, isAdmin } = memberConditions(db, id)
  const withoutOtherAdmin = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(isOwn, notExists(find(and(isOther, isAdmin)))))
  await scheduleDeletion(
    tx,
    withoutOtherAdmin.map((organization) => organization.id),
  )
  await revokeTokens(tx, eq(apiTokens.createdBy, id))
  await revokeInvitations(tx, eq(invitations.invitedBy, id))
  await leaveFreeQuotas(tx, id)
  await tx.delete(memberships).where(eq(memberships.userId, id))
  await tx.delete(sessions).where(eq(sessions.userId, id))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, id))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await forgetWriter(tx, eq(supportRequests.userId, id))
  await insertFirstOrganization(tx, user)
  await audit(tx, { event: 'account.taken_over', accountId: id, actor: user, subject: user.email })
  return user
}

import { and, asc, eq, exists, inArray, isNull, ne, notExists, notInArray, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  invitations,
  memberships,
  organizations,
  passwordResetTokens,
  supportRequests,
  users,
} from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { accountDeletedEmail } from '#worker/mail/templates.ts'
import { scheduleDeletionParts, stopCalls } from '#worker/organizations/schedule-deletion.ts'
import { forgetWriter } from '#worker/support/forget-writer.ts'
import type { AccountDeletion } from './contract.ts'

const ATTEMPTS = 3

export async function previewAccountDeletion({ db }: Context, userId: number): Promise<AccountDeletion> {
  const named = { id: organizations.id, name: organizations.name }
  const [blockedBy, deleted] = await db.batch([
    db
      .select(named)
      .from(organizations)
      .where(hasOnlyAdmin(db, userId))
      .orderBy(asc(organizations.name), asc(organizations.id)),
    db
      .select(named)
      .from(organizations)
      .where(hasOnlyMember(db, userId))
      .orderBy(asc(organizations.name), asc(organizations.id)),
  ])
  return { blockedBy, organizations: deleted }
}

/** Throws ONLY_ADMIN; NOT_SIGNED_IN if the account was deleted meanwhile. */
export async function deleteAccount(ctx: Context, user: { id: number; email: string }): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const result = await tryToDelete(ctx, user)
    if (result === 'deleted') return
    if (result === 'blocked') throw new AppError('ONLY_ADMIN')
    if (result === 'gone') throw new AppError('NOT_SIGNED_IN')
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

/** Organizations without other members are deleted with the account. `changed`: a membership was added meanwhile. */
async function tryToDelete(
  ctx: Context,
  { id, email }: { id: number; email: string },
): Promise<'deleted' | 'blocked' | 'gone' | 'changed'> {
  const { db } = ctx
  const rows = await db
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, id))
  const organizationIds = rows.map((row) => row.id)
  const notice = await encryptEmail(
    ctx,
    accountDeletedEmail({
      key: `account-deleted/${randomBase62(16)}`,
      to: email,
      supportEmail: ctx.settings.SUPPORT_EMAIL,
    }),
  )
  const unlocked = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.userId, id), notInArray(memberships.organizationId, organizationIds)))
  const blocking = db.select({ id: organizations.id }).from(organizations).where(hasOnlyAdmin(db, id))
  const isLeaving = and(eq(users.id, id), notExists(unlocked), notExists(blocking))
  const leaver = db.$with('leaver').as(db.select({ id: users.id }).from(users).where(isLeaving))
  const isLeaver = exists(db.select({ id: leaver.id }).from(leaver))
  const { revoked, parts } = scheduleDeletionParts(ctx, and(hasOnlyMember(db, id), isLeaver))
  const revokedInvitations = db.$with('revoked_invitations').as(
    db
      .update(invitations)
      .set({ status: 'revoked' })
      .where(and(eq(invitations.invitedBy, id), eq(invitations.status, 'pending'), isLeaver)),
  )
  const resetTokens = db
    .$with('reset_tokens')
    .as(db.delete(passwordResetTokens).where(and(eq(passwordResetTokens.email, email), isLeaver)))
  const audit = auditPart(ctx, { event: 'account.deleted', subject: email }, leaver)
  const leftAudit = auditPart(
    ctx,
    { event: 'member.left', organizationId: memberships.organizationId, subject: email },
    memberships,
    and(eq(memberships.userId, id), isLeaver),
  )
  const forgottenRequests = db
    .$with('forgotten_requests')
    .as(forgetWriter(db, and(eq(supportRequests.userId, id), isLeaver)))
  const newNotice = db.$with('new_notice').as(insertEmail(db, notice, leaver))
  const [, before, blockedBy, revokedTokens, [deleted]] = await db.batch([
    db
      .select({ id: organizations.id })
      .from(organizations)
      .where(inArray(organizations.id, organizationIds))
      .orderBy(organizations.id)
      .for('no key update'),
    db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update'),
    blocking,
    db
      .with(leaver, ...parts, revokedInvitations, resetTokens, forgottenRequests, newNotice, audit, leftAudit)
      .select({ organizationId: revoked.organizationId, tokenHash: revoked.tokenHash })
      .from(revoked),
    db.delete(users).where(isLeaving).returning({ id: users.id }),
  ])
  if (before.length === 0) return 'gone'
  if (!deleted) return blockedBy.length > 0 ? 'blocked' : 'changed'
  await stopCalls(ctx, organizationIds, revokedTokens)
  sendAfterResponse(ctx, notice.key)
  return 'deleted'
}

function membershipsOf(db: Db, userId: number) {
  const ofOrganization = eq(memberships.organizationId, organizations.id)
  const find = (condition: SQL | undefined) =>
    db.select({ id: memberships.id }).from(memberships).where(and(ofOrganization, condition))
  const isOwn = eq(memberships.userId, userId)
  const isOther = ne(memberships.userId, userId)
  const isAdmin = eq(memberships.role, 'admin')
  return { find, isOwn, isOther, isAdmin }
}

function hasOnlyMember(db: Db, userId: number) {
  const { find, isOwn, isOther } = membershipsOf(db, userId)
  return and(exists(find(isOwn)), notExists(find(isOther)))
}

/** Without the user, nobody could manage the organization's members. One that is being deleted needs no admin. */
function hasOnlyAdmin(db: Db, userId: number) {
  const { find, isOwn, isOther, isAdmin } = membershipsOf(db, userId)
  return and(
    isNull(organizations.deleteAt),
    exists(find(and(isOwn, isAdmin))),
    exists(find(isOther)),
    notExists(find(and(isOther, isAdmin))),
  )
}

import { and, asc, eq, exists, inArray, isNull, notExists, type SQL } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { invitations, memberships, organizations, supportRequests, users } from '#db/schema/index.ts'
import { deleteResetTokens } from '#worker/accounts/passwords/reset-tokens.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { lockOrganizations } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { accountDeletedEmail } from '#worker/mail/templates.ts'
import { memberConditions } from '#worker/membership/membership.ts'
import { scheduleDeletion } from '#worker/organizations/deletion.ts'
import { leaveFreeQuotas, rememberFreeQuotas } from '#worker/organizations/free-quota.ts'
import { revokeInvitations } from '#worker/organizations/member-change.ts'
import { forgetWriter } from '#worker/support/change-state.ts'
import { endTokensOf } from '#worker/tokens/end-tokens-of.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { AccountDeletion } from './contract.ts'

const ATTEMPTS = 3

export async function previewAccountDeletion({ db }: Context, userId: number): Promise<AccountDeletion> {
  const find = (condition: SQL | undefined) =>
    db
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(condition)
      .orderBy(asc(organizations.name), asc(organizations.id))
  const [blockedBy, deleted] = await db.batch([
    find(hasOnlyAdmin(db, userId)),
    find(hasOnlyMember(db, userId)),
  ])
  return { blockedBy, organizations: deleted }
}

export async function deleteAccount(ctx: Context, userId: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await tryToDelete(ctx, userId)) return
  throw new AppError('SERVICE_UNAVAILABLE')
}

/** Returns false if the user has since joined an organization: it would have to be locked before the user. */
const tryToDelete = (ctx: Context, id: number): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const own = tx
      .select({ id: memberships.organizationId })
      .from(memberships)
      .where(eq(memberships.userId, id))
    const locked = await lockOrganizations(tx, inArray(organizations.id, own))
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id)).for('update')
    if (!user) throw new AppError('NOT_SIGNED_IN')
    const { email } = user
    const left = await own
    if (left.some((membership) => !locked.some(({ id }) => id === membership.id))) return false
    if ((await tx.$count(organizations, hasOnlyAdmin(tx, id))) > 0) throw new AppError('ONLY_ADMIN')
    const found = await tx.select({ id: organizations.id }).from(organizations).where(hasOnlyMember(tx, id))
    const emptied = found.map((organization) => organization.id)
    await scheduleDeletion(tx, emptied)
    await revokeInvitations(tx, eq(invitations.invitedBy, id))
    await deleteResetTokens(tx, email)
    await forgetWriter(tx, eq(supportRequests.userId, id))
    await audit(tx, { event: 'account.deleted', subject: email })
    for (const { id: organizationId } of left) {
      if (!emptied.includes(organizationId)) await endTokensOf(tx, { organizationId, userId: id, email })
      await audit(tx, { event: 'member.left', organizationId, subject: email })
    }
    await leaveFreeQuotas(tx, id)
    await rememberFreeQuotas(tx, { id, email })
    await tx.delete(users).where(eq(users.id, id))
    const key = `account-deleted/${randomBase62(16)}`
    const { SUPPORT_EMAIL: supportEmail } = ctx.settings
    await queueEmail(tx, accountDeletedEmail({ key, to: email, supportEmail }))
    return true
  })

function hasOnlyMember(db: Queries, userId: number) {
  const { find, isOwn, isOther } = memberConditions(db, userId)
  return and(exists(find(isOwn)), notExists(find(isOther)))
}

/** An organization that is being deleted needs no admin. */
function hasOnlyAdmin(db: Queries, userId: number) {
  const { find, isOwn, isOther, isAdmin } = memberConditions(db, userId)
  return and(
    isNull(organizations.deleteAt),
    exists(find(and(isOwn, isAdmin))),
    exists(find(isOther)),
    notExists(find(and(isOther, isAdmin))),
  )
}

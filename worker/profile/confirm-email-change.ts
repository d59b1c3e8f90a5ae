import { DatabaseError } from '@neondatabase/serverless'
import { and, DrizzleQueryError, eq, ne, sql } from 'drizzle-orm'
import { emailChanges, sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { invalidateResetTokens } from '#worker/accounts/passwords/reset-tokens.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { emailChangedEmail } from '#worker/mail/templates.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import type { ConfirmedEmailChange } from './contract.ts'
import { findEmailChange, isUsableLink } from './email-change.ts'

const UNIQUE_VIOLATION = '23505'

/** With the second address, the email changes and other sessions end. Throws EMAIL_CHANGE_INVALID, EMAIL_TAKEN. */
export async function confirmEmailChange(ctx: Context, token: string): Promise<ConfirmedEmailChange> {
  try {
    return await inTransaction(ctx, (tx) => confirm(tx, token))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await ctx.db.delete(emailChanges).where(isUsableLink(hashToken(token)))
    throw new AppError('EMAIL_TAKEN')
  }
}

async function confirm(tx: Transaction, token: string): Promise<ConfirmedEmailChange> {
  const { userId, isCurrent, newEmail } = await findEmailChange(tx, token)
  const [user] = await lockUser(tx, eq(users.id, userId))
  const column = isCurrent ? 'currentConfirmedAt' : 'newConfirmedAt'
  const [change] = await tx
    .update(emailChanges)
    .set({ [column]: sql`coalesce(${emailChanges[column]}, ${now})` })
    .where(isUsableLink(hashToken(token)))
    .returning()
  if (!user || !change) throw new AppError('EMAIL_CHANGE_INVALID')
  const address = isCurrent ? 'current' : 'new'
  await audit(tx, {
    event: 'email_change.confirmed',
    accountId: userId,
    actor: user,
    subject: newEmail,
    after: { by: `the ${address} address` },
  })
  const isChanged = change.currentConfirmedAt !== null && change.newConfirmedAt !== null
  if (isChanged) await changeEmail(tx, user, change)
  return { email: newEmail, address, isChanged }
}

async function changeEmail(
  tx: Transaction,
  { id, email }: { id: number; email: string },
  { newEmail, sid }: { newEmail: string; sid: string },
): Promise<void> {
  await tx.update(users).set({ email: newEmail, emailVerifiedAt: now }).where(eq(users.id, id))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.sid, sid)))
  await invalidateResetTokens(tx, email)
  await audit(tx, {
    event: 'email.changed',
    accountId: id,
    actor: { id, email },
    before: { email },
    after: { email: newEmail },
  })
  const key = `email-changed/${randomBase62(16)}`
  const { SUPPORT_EMAIL: supportEmail } = tx.ctx.settings
  await queueEmail(tx, emailChangedEmail({ key, to: email, newEmail, supportEmail }))
}

const isUniqueViolation = (error: unknown) => {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause instanceof DatabaseError && cause.code === UNIQUE_VIOLATION
}

import { NeonDbError } from '@neondatabase/serverless'
import { and, DrizzleQueryError, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { emailChanges, sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { invalidateResetTokens, lockUser } from '#worker/accounts/passwords/password-change.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { emailChangedEmail } from '#worker/mail/templates.ts'
import type { ConfirmedEmailChange } from './contract.ts'
import { findEmailChange, isUsableLink } from './find-email-change.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Confirms one address. With the second one, the email changes, and all sessions but the one that requested it end.
 * Throws EMAIL_CHANGE_INVALID; EMAIL_TAKEN if an account with the new address was created meanwhile.
 */
export async function confirmEmailChange(ctx: Context, token: string): Promise<ConfirmedEmailChange> {
  const { db } = ctx
  const tokenHash = hashToken(token)
  const { userId, currentEmail, newEmail, isCurrent } = await findEmailChange(ctx, token)
  const { SUPPORT_EMAIL } = ctx.settings
  const notice = await encryptEmail(
    ctx,
    emailChangedEmail({
      key: `email-changed/${randomBase62(16)}`,
      to: currentEmail,
      newEmail,
      supportEmail: SUPPORT_EMAIL,
    }),
  )
  const confirmedAt = isCurrent
    ? { currentConfirmedAt: sql`coalesce(${emailChanges.currentConfirmedAt}, ${now})` }
    : { newConfirmedAt: sql`coalesce(${emailChanges.newConfirmedAt}, ${now})` }
  const complete = db.$with('complete').as(
    db
      .delete(emailChanges)
      .where(
        and(
          isUsableLink(tokenHash),
          isNotNull(emailChanges.currentConfirmedAt),
          isNotNull(emailChanges.newConfirmedAt),
        ),
      )
      .returning({
        userId: emailChanges.userId,
        newEmail: emailChanges.newEmail,
        sid: emailChanges.sid,
      }),
  )
  const others = alias(users, 'others')
  const taken = db.select({ id: others.id }).from(others).where(eq(others.email, complete.newEmail))
  const changed = db.$with('changed').as(
    db
      .update(users)
      .set({ email: sql`${complete.newEmail}`, emailVerifiedAt: now })
      .from(complete)
      .where(and(eq(users.id, complete.userId), notExists(taken)))
      .returning({ id: users.id, sid: complete.sid }),
  )
  const endedSessions = db
    .$with('ended_sessions')
    .as(
      db
        .delete(sessions)
        .where(
          and(
            inArray(sessions.userId, db.select({ id: changed.id }).from(changed)),
            sql`${sessions.sid} <> all(${db.select({ sid: changed.sid }).from(changed)})`,
          ),
        ),
    )
  const usedTokens = db
    .$with('used_tokens')
    .as(invalidateResetTokens(db, db.select({ email: sql`${currentEmail}` }).from(changed)))
  const newNotice = db.$with('new_notice').as(insertEmail(db, notice, changed))
  const actor = { id: userId, email: currentEmail }
  const confirmation = db
    .$with('confirmation')
    .as(
      db
        .update(emailChanges)
        .set(confirmedAt)
        .where(isUsableLink(tokenHash))
        .returning({ id: emailChanges.id }),
    )
  const confirmationAudit = auditPart(
    ctx,
    {
      event: 'email_change.confirmed',
      accountId: userId,
      actor,
      subject: newEmail,
      after: { by: isCurrent ? 'the current address' : 'the new address' },
    },
    confirmation,
  )
  const audit = auditPart(
    ctx,
    {
      event: 'email.changed',
      accountId: changed.id,
      actor,
      before: { email: currentEmail },
      after: { email: newEmail },
    },
    changed,
  )
  try {
    const [, confirmed, , [completed]] = await db.batch([
      db.select({ id: emailChanges.id }).from(emailChanges).where(isUsableLink(tokenHash)).for('update'),
      db.with(confirmation, confirmationAudit).select().from(confirmation),
      lockUser(db, eq(users.id, userId)),
      db
        .with(complete, changed, endedSessions, usedTokens, newNotice, audit)
        .select({ changedId: changed.id })
        .from(complete)
        .leftJoin(changed, sql`true`),
    ])
    if (confirmed.length === 0) throw new AppError('EMAIL_CHANGE_INVALID')
    if (completed && completed.changedId === null) throw new AppError('EMAIL_TAKEN')
    if (completed) sendAfterResponse(ctx, notice.key)
    return { email: newEmail, address: isCurrent ? 'current' : 'new', isChanged: completed !== undefined }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await db.delete(emailChanges).where(isUsableLink(tokenHash))
    throw new AppError('EMAIL_TAKEN')
  }
}

/** Another account got the address at the same time. */
const isUniqueViolation = (error: unknown) => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof NeonDbError && cause.code === UNIQUE_VIOLATION
}

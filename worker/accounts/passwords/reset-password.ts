import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { passwordResetTokens, sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Done, ResetPassword } from '#worker/accounts/contract.ts'
import { clearSignInAttempts } from '#worker/accounts/sign-in/sign-in-cooldown.ts'
import { stopTakenOver, takenOver, takeOver } from '#worker/accounts/sign-up/take-over.ts'
import { unnamedOrganization } from '#worker/accounts/sign-up/unnamed-organization.ts'
import { auditPart, byAccount } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { insertOrganization } from '#worker/organizations/insert-organization.ts'
import { hashNewPassword } from './new-password.ts'
import { encryptPasswordChanged, lockUser } from './password-change.ts'
import { findResetEmail, isUsableResetToken } from './verify-reset-token.ts'

export async function resetPassword(ctx: Context, input: ResetPassword): Promise<Done> {
  const { db } = ctx
  const tokenHash = hashToken(input.token)
  const email = await findResetEmail(ctx, tokenHash)
  if (email === undefined) throw new AppError('RESET_TOKEN_INVALID')
  const passwordHash = await hashNewPassword(ctx, input.password, { email, field: 'password' })
  const encrypted = await encryptPasswordChanged(ctx, email)
  const token = db
    .$with('token')
    .as(
      db
        .update(passwordResetTokens)
        .set({ used: true })
        .where(isUsableResetToken(tokenHash))
        .returning({ email: passwordResetTokens.email }),
    )
  const owner = db.$with('owner').as(
    db
      .update(users)
      .set({
        password: passwordHash,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
      })
      .where(eq(users.email, db.select({ email: token.email }).from(token)))
      .returning({ id: users.id, email: users.email }),
  )
  const endedSessions = db
    .$with('ended_sessions')
    .as(db.delete(sessions).where(inArray(sessions.userId, db.select({ id: owner.id }).from(owner))))
  const newEmail = db.$with('new_email').as(insertEmail(db, encrypted, owner))
  const unproven = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(passwordResetTokens, eq(passwordResetTokens.email, users.email))
    .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), isUsableResetToken(tokenHash)))
  const newOwner = db
    .$with('new_owner')
    .as(db.select({ id: owner.id, email: owner.email }).from(owner).where(inArray(owner.id, unproven)))
  const { parts } = insertOrganization(ctx, { ...unnamedOrganization(email), owner: newOwner })
  const audit = auditPart(
    ctx,
    {
      event: 'password.reset',
      ...byAccount(owner),
    },
    owner,
  )
  const takeOverAudit = takenOver(ctx, newOwner)
  const [, stopped, deletedTokens, revokedKeys, , , , , , , , [changed]] = await db.batch([
    ...takeOver(ctx, unproven),
    lockUser(db, eq(users.email, email)),
    db
      .with(token, owner, endedSessions, newEmail, newOwner, ...parts, audit, takeOverAudit)
      .select()
      .from(owner),
  ])
  if (!changed) throw new AppError('RESET_TOKEN_INVALID')
  await stopTakenOver(ctx, { stopped, deletedTokens, revokedKeys })
  sendAfterResponse(ctx, encrypted.key)
  await clearSignInAttempts(ctx, email)
  return { success: true, message: 'Your password has been reset. Sign in with the new one.' }
}

import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { sessions, twoFactors, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { lockUser } from '#worker/accounts/lock-user.ts'
import { recordSignInAttempt } from '#worker/accounts/sign-in/sign-in-cooldown.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import type { RecoveryCodes } from './contract.ts'
import { encryptNotice } from './notice.ts'
import { generateRecoveryCodes, insertRecoveryCodes } from './recovery-codes.ts'
import { attemptsOf, clearCodeAttempts } from './second-factor.ts'
import { decryptSecret } from './secret.ts'
import { matchingStep } from './totp.ts'

type Caller = { sid: string; user: { id: number; email: string } }

/**
 * Turns two-factor sign-in on with a code of the new secret, and ends all other sessions. Throws WRONG_TWO_FACTOR_CODE,
 * TWO_FACTOR_OFF (nothing set up), TWO_FACTOR_ON, RATE_LIMITED.
 */
export async function enableTwoFactor(
  ctx: Context,
  { sid, user }: Caller,
  code: string,
): Promise<RecoveryCodes> {
  const { db } = ctx
  const [found] = await db.select().from(twoFactors).where(eq(twoFactors.userId, user.id))
  if (!found) throw new AppError('TWO_FACTOR_OFF')
  if (found.enabledAt) throw new AppError('TWO_FACTOR_ON')
  await recordSignInAttempt(ctx, attemptsOf(user.id))
  const secret = await decryptSecret(ctx.settings, user.id, found.encryptedSecret)
  const step = matchingStep(secret, code, ctx.now)
  if (step === undefined) throw new AppError('WRONG_TWO_FACTOR_CODE')
  const codes = generateRecoveryCodes()
  const notice = await encryptNotice(ctx, user.email, 'enabled')
  const enabled = db.$with('enabled').as(
    db
      .update(twoFactors)
      .set({ enabledAt: now, lastStep: step })
      .where(
        and(
          eq(twoFactors.userId, user.id),
          eq(twoFactors.encryptedSecret, found.encryptedSecret),
          isNull(twoFactors.enabledAt),
        ),
      )
      .returning({ userId: twoFactors.userId }),
  )
  const endedSessions = db
    .$with('ended_sessions')
    .as(
      db
        .delete(sessions)
        .where(
          and(
            inArray(sessions.userId, db.select({ userId: enabled.userId }).from(enabled)),
            ne(sessions.sid, sid),
          ),
        ),
    )
  const newCodes = db.$with('new_codes').as(insertRecoveryCodes(db, codes.hashes, enabled))
  const newEmail = db.$with('new_email').as(insertEmail(db, notice, enabled))
  const audit = auditPart(ctx, { event: 'two_factor.enabled', accountId: user.id }, enabled)
  const [, [row]] = await db.batch([
    lockUser(db, eq(users.id, user.id)),
    db.with(enabled, endedSessions, newCodes, newEmail, audit).select().from(enabled),
  ])
  if (!row) throw new AppError('TWO_FACTOR_ON')
  sendAfterResponse(ctx, notice.key)
  await clearCodeAttempts(ctx, user.id)
  return { recoveryCodes: codes.recoveryCodes }
}

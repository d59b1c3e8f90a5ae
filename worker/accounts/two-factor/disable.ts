import { eq } from 'drizzle-orm'
import { twoFactors, users } from '#db/schema/index.ts'
import { lockUser } from '#worker/accounts/lock-user.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { encryptNotice } from './notice.ts'
import { checkCode, clearCodeAttempts, isUsable } from './second-factor.ts'

/** Takes an app's code or a recovery code. Throws WRONG_TWO_FACTOR_CODE, TWO_FACTOR_OFF, RATE_LIMITED. */
export async function disableTwoFactor(
  ctx: Context,
  user: { id: number; email: string },
  code: string,
): Promise<void> {
  const { db } = ctx
  const factor = await checkCode(ctx, user.id, code)
  const notice = await encryptNotice(ctx, user.email, 'disabled')
  const disabled = db
    .$with('disabled')
    .as(db.delete(twoFactors).where(isUsable(user.id, factor)).returning({ userId: twoFactors.userId }))
  const newEmail = db.$with('new_email').as(insertEmail(db, notice, disabled))
  const audit = auditPart(ctx, { event: 'two_factor.disabled', accountId: user.id }, disabled)
  const [, [row]] = await db.batch([
    lockUser(db, eq(users.id, user.id)),
    db.with(disabled, newEmail, audit).select().from(disabled),
  ])
  if (!row) throw new AppError('WRONG_TWO_FACTOR_CODE')
  sendAfterResponse(ctx, notice.key)
  await clearCodeAttempts(ctx, user.id)
}

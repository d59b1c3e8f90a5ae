import { eq } from 'drizzle-orm'
import { recoveryCodes, twoFactors, users } from '#db/schema/index.ts'
import { lockUser } from '#worker/accounts/lock-user.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import type { RecoveryCodes } from './contract.ts'
import { encryptNotice } from './notice.ts'
import { generateRecoveryCodes, insertRecoveryCodes } from './recovery-codes.ts'
import { isEnabledFor } from './second-factor.ts'

/** The old ones stop working. Throws TWO_FACTOR_OFF. */
export async function replaceRecoveryCodes(
  ctx: Context,
  user: { id: number; email: string },
): Promise<RecoveryCodes> {
  const { db } = ctx
  const codes = generateRecoveryCodes()
  const notice = await encryptNotice(ctx, user.email, 'codes-replaced')
  const owner = db
    .$with('owner')
    .as(db.select({ userId: twoFactors.userId }).from(twoFactors).where(isEnabledFor(user.id)))
  const newCodes = db.$with('new_codes').as(insertRecoveryCodes(db, codes.hashes, owner))
  const newEmail = db.$with('new_email').as(insertEmail(db, notice, owner))
  const audit = auditPart(ctx, { event: 'recovery_codes.replaced', accountId: user.id }, owner)
  const [, , [row]] = await db.batch([
    lockUser(db, eq(users.id, user.id)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
    db.with(owner, newCodes, newEmail, audit).select().from(owner),
  ])
  if (!row) throw new AppError('TWO_FACTOR_OFF')
  sendAfterResponse(ctx, notice.key)
  return { recoveryCodes: codes.recoveryCodes }
}

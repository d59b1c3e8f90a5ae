import { eq } from 'drizzle-orm'
import { twoFactors, users } from '#db/schema/index.ts'
import { twoFactorNotice } from '#worker/accounts/notices.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import { acceptCode, checkCode, clearCodeAttempts } from './second-factor.ts'

/** Takes an app's code or a recovery code. Throws WRONG_TWO_FACTOR_CODE, TWO_FACTOR_OFF, RATE_LIMITED. */
export async function disableTwoFactor(
  ctx: Context,
  { id, email }: { id: number; email: string },
  code: string,
): Promise<void> {
  const factor = await checkCode(ctx, id, code)
  await inTransaction(ctx, async (tx) => {
    await lockUser(tx, eq(users.id, id))
    if (!(await acceptCode(tx, id, factor))) throw new AppError('WRONG_TWO_FACTOR_CODE')
    await tx.delete(twoFactors).where(eq(twoFactors.userId, id))
    await audit(tx, { event: 'two_factor.disabled', accountId: id })
    await queueEmail(tx, twoFactorNotice(ctx, email, 'disabled'))
    tx.afterCommit(() => clearCodeAttempts(ctx, id))
  })
}

import { eq } from 'drizzle-orm'
import { recoveryCodes, users } from '#db/schema/index.ts'
import { twoFactorNotice } from '#worker/accounts/notices.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import { checkBothFactors, type Owner } from './check-both-factors.ts'
import type { BothFactors, RecoveryCodes } from './contract.ts'
import { insertRecoveryCodes } from './recovery-codes.ts'
import { acceptCode, clearCodeAttempts } from './second-factor.ts'

export async function replaceRecoveryCodes(
  ctx: Context,
  owner: Owner,
  factors: BothFactors,
): Promise<RecoveryCodes> {
  const { id, email } = owner.user
  const factor = await checkBothFactors(ctx, owner, factors)
  return inTransaction(ctx, async (tx) => {
    await lockUser(tx, eq(users.id, id))
    if (!(await acceptCode(tx, id, factor))) throw new AppError('WRONG_TWO_FACTOR_CODE')
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
    const codes = await insertRecoveryCodes(tx, id)
    await audit(tx, { event: 'recovery_codes.replaced', accountId: id })
    await queueEmail(tx, twoFactorNotice(ctx, email, 'codes-replaced'))
    tx.afterCommit(() => clearCodeAttempts(ctx, id))
    return { recoveryCodes: codes }
  })
}

import { eq } from 'drizzle-orm'
import { recoveryCodes, twoFactors, users } from '#db/schema/index.ts'
import { twoFactorNotice } from '#worker/accounts/notices.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { RecoveryCodes } from './contract.ts'
import { insertRecoveryCodes } from './recovery-codes.ts'
import { isEnabledFor } from './second-factor.ts'

export const replaceRecoveryCodes = (
  ctx: Context,
  { id, email }: { id: number; email: string },
): Promise<RecoveryCodes> =>
  inTransaction(ctx, async (tx) => {
    await lockUser(tx, eq(users.id, id))
    if ((await tx.$count(twoFactors, isEnabledFor(id))) === 0) throw new AppError('TWO_FACTOR_OFF')
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
    const codes = await insertRecoveryCodes(tx, id)
    await audit(tx, { event: 'recovery_codes.replaced', accountId: id })
    await queueEmail(tx, twoFactorNotice(ctx, email, 'codes-replaced'))
    return { recoveryCodes: codes }
  })

import { eq } from 'drizzle-orm'
import { recoveryCodes } from '#db/schema/index.ts'
import { securityNotice } from '#worker/accounts/notices.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import type { BothFactors, RecoveryCodes } from './contract.ts'
import { insertRecoveryCodes } from './recovery-codes.ts'
import { type Owner, withBothFactors } from './with-both-factors.ts'

export const replaceRecoveryCodes = (
  ctx: Context,
  owner: Owner,
  factors: BothFactors,
): Promise<RecoveryCodes> =>
  withBothFactors(ctx, owner, factors, async (tx) => {
    const { id, email } = owner.user
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
    const codes = await insertRecoveryCodes(tx, id)
    await audit(tx, { event: 'recovery_codes.replaced', accountId: id })
    await queueEmail(tx, securityNotice(ctx, email, 'two-factor-codes-replaced'))
    return { recoveryCodes: codes }
  })

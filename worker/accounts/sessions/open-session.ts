import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { securityNotice } from '#worker/accounts/notices.ts'
import { acceptCode, type SecondFactor } from '#worker/accounts/two-factor/second-factor.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { isUniqueViolation } from '#worker/lib/outage.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import { insertSession } from './insert-session.ts'

type Extras = {
  factor?: SecondFactor | undefined
  googleSub?: string | undefined
}

const methods = { totp: 'code', 'recovery-code': 'recovery code' } as const

/** Undefined if the password was changed since it was checked, the code was used, or the account is disabled. */
export const openSession = (
  ctx: Context,
  { id, password }: { id: number; password: string | null },
  { factor, googleSub }: Extras = {},
): Promise<string | undefined> =>
  inTransaction(ctx, async (tx) => {
    const [user] = await lockUser(tx, eq(users.id, id))
    if (!user || user.disabledAt || user.password !== password) return undefined
    if (!(await acceptCode(tx, id, factor))) return undefined
    if (googleSub !== undefined && user.googleSub === null) {
      await tx.update(users).set({ googleSub }).where(eq(users.id, id))
      await audit(tx, { event: 'google.linked', accountId: id, actor: user })
      await queueEmail(tx, securityNotice(ctx, user.email, 'google-linked'))
    }
    if (factor?.kind === 'recovery-code')
      await queueEmail(tx, securityNotice(ctx, user.email, 'two-factor-code-used'))
    return insertSession(tx, user, factor ? methods[factor.kind] : 'password')
  }).catch((error: unknown) => {
    // The Google account was linked to another account meanwhile.
    throw isUniqueViolation(error) ? new AppError('SIGN_IN_EXPIRED') : error
  })

import { isNull } from 'drizzle-orm'
import { twoFactors } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { TwoFactorSetup } from './contract.ts'
import { encryptSecret, generateTotpSecret } from './secret.ts'
import { totpFor } from './totp.ts'

/** Replaces a secret that was set up but never enabled. Throws TWO_FACTOR_ON. */
export async function setUpTwoFactor(
  ctx: Context,
  user: { id: number; email: string },
): Promise<TwoFactorSetup> {
  const secret = generateTotpSecret()
  const encryptedSecret = await encryptSecret(ctx.settings, user.id, secret)
  await inTransaction(ctx, async (tx) => {
    const [setUp] = await tx
      .insert(twoFactors)
      .values({ userId: user.id, encryptedSecret })
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: { encryptedSecret, createdAt: now },
        setWhere: isNull(twoFactors.enabledAt),
      })
      .returning()
    if (!setUp) throw new AppError('TWO_FACTOR_ON')
    await audit(tx, { event: 'two_factor.set_up', accountId: user.id })
  })
  return { secret: secret.base32, uri: totpFor(secret, user.email).toString() }
}

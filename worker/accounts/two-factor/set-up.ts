import { isNull, sql } from 'drizzle-orm'
import { twoFactors } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
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
  const { db } = ctx
  const setUp = db.$with('set_up').as(
    db
      .insert(twoFactors)
      .values({ userId: user.id, encryptedSecret })
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: { encryptedSecret, createdAt: sql`${now}` },
        setWhere: isNull(twoFactors.enabledAt),
      })
      .returning({ userId: twoFactors.userId }),
  )
  const audit = auditPart(ctx, { event: 'two_factor.set_up', accountId: user.id }, setUp)
  const [created] = await db.with(setUp, audit).select().from(setUp)
  if (!created) throw new AppError('TWO_FACTOR_ON')
  return { secret: secret.base32, uri: totpFor(secret, user.email).toString() }
}

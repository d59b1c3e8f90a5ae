import { isNull, sql } from 'drizzle-orm'
import { twoFactors } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { base32 } from '#worker/lib/totp.ts'
import type { TwoFactorSetup } from './contract.ts'
import { encryptSecret, generateTotpSecret } from './secret.ts'

const ISSUER = 'Tinproof'

/** Replaces a secret that was set up but never enabled. Throws TWO_FACTOR_ON. */
export async function setUpTwoFactor(
  ctx: Context,
  user: { id: number; email: string },
): Promise<TwoFactorSetup> {
  const secret = generateTotpSecret()
  const encryptedSecret = await encryptSecret(ctx.settings, user.id, secret)
  const [created] = await ctx.db
    .insert(twoFactors)
    .values({ userId: user.id, encryptedSecret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { encryptedSecret, createdAt: sql`${now}` },
      setWhere: isNull(twoFactors.enabledAt),
    })
    .returning({ userId: twoFactors.userId })
  if (!created) throw new AppError('TWO_FACTOR_ON')
  const text = base32(secret)
  return { secret: text, uri: uriOf(user.email, text) }
}

/** The format that authenticator apps scan. */
const uriOf = (email: string, secret: string) =>
  `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${new URLSearchParams({ secret, issuer: ISSUER, algorithm: 'SHA1', digits: '6', period: '30' })}`

import { and, eq, isNull, ne } from 'drizzle-orm'
import { memberships, organizations, sessions, twoFactors } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { securityNotice } from '#worker/accounts/notices.ts'
import type { Caller } from '#worker/accounts/passwords/confirm-password.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { lockCaller } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import type { EnableTwoFactor, RecoveryCodes, TwoFactorSetup } from './contract.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { isEnabledFor } from './second-factor.ts'
import { decryptSecret, encryptSecret, generateTotpSecret } from './secret.ts'
import { matchingStep, totpFor } from './totp.ts'

type User = Caller['user']

/** Replaces what was set up but never enabled. The codes come first, so that nobody is without them once it is on. */
export async function setUpTwoFactor(ctx: Context, { id, email }: User): Promise<TwoFactorSetup> {
  const secret = generateTotpSecret()
  const encryptedSecret = await encryptSecret(ctx.settings, id, secret)
  return inTransaction(ctx, async (tx) => {
    const [setUp] = await tx
      .insert(twoFactors)
      .values({ userId: id, encryptedSecret })
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: { encryptedSecret },
        setWhere: isNull(twoFactors.enabledAt),
      })
      .returning()
    if (!setUp) throw new AppError('TWO_FACTOR_ON')
    const recoveryCodes = await renewRecoveryCodes(tx, id)
    await audit(tx, { event: 'two_factor.set_up', accountId: id })
    return { recoveryCodes, secret: secret.base32, uri: totpFor(secret, email).toString() }
  })
}

export const enableTwoFactor = (
  ctx: Context,
  { sid, user: { id, email } }: Caller,
  input: EnableTwoFactor,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockCaller(tx, id)
    const ownFactor = eq(twoFactors.userId, id)
    const [found] = await tx.select().from(twoFactors).where(ownFactor).for('update')
    const secret = found && (await decryptSecret(ctx.settings, id, found.encryptedSecret))
    if (!found || secret?.base32 !== input.secret) throw new AppError('TWO_FACTOR_SETUP_REPLACED')
    if (found.enabledAt) throw new AppError('TWO_FACTOR_ON')
    const step = matchingStep(secret, input.code, ctx.now)
    if (step === undefined) throw new AppError('WRONG_TWO_FACTOR_CODE')
    await tx.update(twoFactors).set({ enabledAt: now, lastStep: step }).where(ownFactor)
    await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.sid, sid)))
    await audit(tx, { event: 'two_factor.enabled', accountId: id })
    await queueEmail(tx, securityNotice(ctx, email, 'two-factor-enabled'))
  })

export const disableTwoFactor = (ctx: Context, { id, email }: User): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await assertNotNeeded(tx, id)
    await lockCaller(tx, id)
    const disabled = await tx.delete(twoFactors).where(isEnabledFor(id)).returning()
    if (disabled.length === 0) return
    await audit(tx, { event: 'two_factor.disabled', accountId: id })
    await queueEmail(tx, securityNotice(ctx, email, 'two-factor-disabled'))
  })

/** It stays so until the end of the transaction. */
async function assertNotNeeded(tx: Transaction, userId: number): Promise<void> {
  const found = await tx
    .select(pick(organizations, 'name', 'twoFactorRequiredAt'))
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(organizations.id)
    .for('share', { of: organizations })
  const organization = found.find(({ twoFactorRequiredAt }) => twoFactorRequiredAt !== null)
  if (!organization) return
  const message = `The organization "${organization.name}" requires two-factor sign-in, so you can't turn it off.`
  throw new AppError('TWO_FACTOR_NEEDED', { message })
}

export const replaceRecoveryCodes = (ctx: Context, { id, email }: User): Promise<RecoveryCodes> =>
  inTransaction(ctx, async (tx) => {
    await lockCaller(tx, id)
    if ((await tx.$count(twoFactors, isEnabledFor(id))) === 0) throw new AppError('TWO_FACTOR_OFF')
    const recoveryCodes = await renewRecoveryCodes(tx, id)
    await audit(tx, { event: 'recovery_codes.replaced', accountId: id })
    await queueEmail(tx, securityNotice(ctx, email, 'two-factor-codes-replaced'))
    return { recoveryCodes }
  })

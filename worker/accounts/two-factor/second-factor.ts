import { and, eq, isNotNull, lt, type SQL } from 'drizzle-orm'
import { recoveryCodes, twoFactors } from '#db/schema/index.ts'
import {
  clearSignInAttempts,
  type Guesser,
  recordSignInAttempt,
} from '#worker/accounts/sign-in/sign-in-attempts.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Transaction } from '#worker/transaction.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { decryptSecret } from './secret.ts'
import { isTotp, matchingStep } from './totp.ts'

/** Each code is accepted once. */
export type SecondFactor = { kind: 'totp'; step: number } | { kind: 'recovery-code'; codeHash: string }

const guesserOfCode = (userId: number): Guesser => ({ id: `two-factor/${userId}` })

export const isEnabledFor = (userId: number): SQL | undefined =>
  and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt))

/** Counts as an attempt until `clearCodeAttempts`. */
export async function checkCode(ctx: Context, userId: number, code: string): Promise<SecondFactor> {
  const [found] = await ctx.db.select().from(twoFactors).where(isEnabledFor(userId))
  if (!found) throw new AppError('TWO_FACTOR_OFF')
  await recordSignInAttempt(ctx, guesserOfCode(userId))
  if (!isTotp(code)) return { kind: 'recovery-code', codeHash: hashRecoveryCode(code) }
  const secret = await decryptSecret(ctx.settings, userId, found.encryptedSecret)
  const step = matchingStep(secret, code, ctx.now)
  if (step === undefined) throw new AppError('WRONG_TWO_FACTOR_CODE')
  if (step <= found.lastStep) throw new AppError('WRONG_TWO_FACTOR_CODE', { message: USED })
  return { kind: 'totp', step }
}

const USED = 'This code was already used. Wait for the next one.'

export const clearCodeAttempts = (ctx: Context, userId: number) =>
  clearSignInAttempts(ctx, guesserOfCode(userId))

/** Without a factor, accepts an account that has none. Lock the user first. */
export async function acceptCode(
  tx: Transaction,
  userId: number,
  factor: SecondFactor | undefined,
): Promise<boolean> {
  if (!factor) return (await tx.$count(twoFactors, isEnabledFor(userId))) === 0
  const accepted =
    factor.kind === 'recovery-code'
      ? await tx
          .delete(recoveryCodes)
          .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, factor.codeHash)))
          .returning({ userId: recoveryCodes.userId })
      : await tx
          .update(twoFactors)
          .set({ lastStep: factor.step })
          .where(and(isEnabledFor(userId), lt(twoFactors.lastStep, factor.step)))
          .returning({ userId: twoFactors.userId })
  return accepted.length > 0
}

import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { verifyPassword } from '#worker/accounts/passwords/password.ts'
import { openSession } from '#worker/accounts/sessions/open-session.ts'
import { checkCode, clearCodeAttempts } from '#worker/accounts/two-factor/second-factor.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import {
  assertEnabled,
  findAccount,
  type PendingSignIn,
  pendingCode,
  proofOf,
  recordFailedSignIn,
  type SignedIn,
} from './sign-in.ts'
import { clearSignInAttempts, recordSignInAttempt } from './sign-in-cooldown.ts'

/** The second step of two-factor sign-in. Throws SIGN_IN_EXPIRED, WRONG_TWO_FACTOR_CODE, RATE_LIMITED. */
export async function finishWithCode(ctx: Context, pending: PendingSignIn, code: string): Promise<SignedIn> {
  const account = await accountOf(ctx, pending, 'code')
  if (!account.hasTwoFactor) throw new AppError('SIGN_IN_EXPIRED')
  const factor = await checkCode(ctx, account.id, code).catch((error: unknown) => {
    recordFailedSignIn(ctx, account.user.email, 'code')
    throw error
  })
  assertEnabled(ctx, account)
  const sid = await openSession(ctx, account, { factor, googleSub: pending.googleSub })
  if (sid === undefined) {
    recordFailedSignIn(ctx, account.user.email, 'code')
    throw new AppError('WRONG_TWO_FACTOR_CODE')
  }
  await clearCodeAttempts(ctx, account.id)
  return { sid, user: account.user }
}

/** Links a Google account to an account with a password. Throws SIGN_IN_EXPIRED, WRONG_PASSWORD, RATE_LIMITED. */
export async function finishWithPassword(
  ctx: Context,
  pending: PendingSignIn,
  password: string,
): Promise<SignedIn | { pending: PendingSignIn }> {
  const { googleSub } = pending
  const account = await accountOf(ctx, pending, 'password')
  const { email } = account.user
  await recordSignInAttempt(ctx, email)
  const { matches } = await verifyPassword(ctx.settings, password, account.password)
  if (!matches) {
    recordFailedSignIn(ctx, account.user.email, 'password')
    throw new AppError('WRONG_PASSWORD')
  }
  await clearSignInAttempts(ctx, email)
  assertEnabled(ctx, account)
  if (account.hasTwoFactor) return { pending: { ...pendingCode(account), googleSub } }
  const sid = await openSession(ctx, account, { googleSub })
  if (sid === undefined) throw new AppError('SIGN_IN_EXPIRED')
  return { sid, user: account.user }
}

async function accountOf(ctx: Context, pending: PendingSignIn, step: PendingSignIn['step']) {
  const account = await findAccount(ctx, eq(users.id, pending.userId))
  if (!account || pending.step !== step || proofOf(account.password) !== pending.passwordProof) {
    throw new AppError('SIGN_IN_EXPIRED')
  }
  return account
}

import { eq, type SQL } from 'drizzle-orm'
import { memberships, users } from '#db/schema/index.ts'
import type { Credentials, PendingSignIn, User } from '#worker/accounts/contract.ts'
import { verifyPassword } from '#worker/accounts/passwords/password.ts'
import { openSession } from '#worker/accounts/sessions/open-session.ts'
import { checkCode, clearCodeAttempts } from '#worker/accounts/two-factor/second-factor.ts'
import { describeUser } from '#worker/accounts/user.ts'
import { recordAudit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { platformRoleOf } from '#worker/membership/permissions.ts'
import { clearSignInAttempts, guesserOf, recordSignInAttempt } from './sign-in-attempts.ts'

export type SignedIn = { user: User; sid: string }

/** Takes the same time whether or not the account exists. */
export async function signIn(
  ctx: Context,
  input: Credentials,
): Promise<SignedIn | { pending: PendingSignIn }> {
  const found = await findAccount(ctx, eq(users.email, input.email))
  const guesser = await guesserOf(ctx, input.email, found)
  await recordSignInAttempt(ctx, guesser)
  const matches = await verifyPassword(ctx.settings, input.password, found?.password)
  if (!found || !matches) {
    recordFailedSignIn(ctx, input.email, 'password')
    throw new AppError('INVALID_CREDENTIALS')
  }
  assertEnabled(ctx, found)
  await clearSignInAttempts(ctx, guesser)
  if (found.hasTwoFactor) return { pending: pendingCode(found) }
  const sid = await openSession(ctx, found)
  if (sid !== undefined) return { sid, user: found.user }
  // The password was changed since it was read, or two-factor sign-in was turned on.
  return await signIn(ctx, input)
}

const recordFailedSignIn = (ctx: Context, email: string, step: PendingSignIn['step']): void =>
  ctx.waitUntil(recordIfAccount(ctx, email, step))

async function recordIfAccount(ctx: Context, email: string, step: PendingSignIn['step']): Promise<void> {
  const [account] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (account)
    await recordAudit(ctx, { event: 'sign_in.failed', accountId: account.id, actor: null, after: { step } })
}

const proofOf = (password: string | null): string => hashToken(password ?? '')

export const pendingCode = (account: { id: number; password: string | null }): PendingSignIn => ({
  step: 'code',
  userId: account.id,
  passwordProof: proofOf(account.password),
})

async function findAccount(ctx: Context, where: SQL) {
  const found = await ctx.db.query.users.findFirst({
    where,
    with: {
      twoFactor: { columns: { enabledAt: true } },
      memberships: { columns: { organizationId: true }, orderBy: memberships.id, limit: 1 },
    },
  })
  if (!found) return undefined
  const { id, password, passwordChangedAt, disabledAt, disabledReason } = found
  const account = { ...found, role: platformRoleOf(ctx.settings, found) }
  const user = describeUser(account, found.memberships[0]?.organizationId ?? null)
  const hasTwoFactor = Boolean(found.twoFactor?.enabledAt)
  return { id, password, passwordChangedAt, disabledAt, disabledReason, hasTwoFactor, user }
}

type Disabled = { disabledAt: Date | null; disabledReason: string | null }

/** Call it only for a person who has proven that the account is theirs: the error contains the reason. */
export function assertEnabled({ settings }: Context, { disabledAt, disabledReason }: Disabled): void {
  if (!disabledAt) return
  const because = disabledReason ? `: ${disabledReason.replace(/\.$/, '')}` : ''
  const message = `This account is disabled${because}. Contact ${settings.SUPPORT_EMAIL}.`
  throw new AppError('ACCOUNT_DISABLED', { message })
}

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

/** Links a Google account to an account with a password. */
export async function finishWithPassword(
  ctx: Context,
  pending: PendingSignIn,
  password: string,
): Promise<SignedIn | { pending: PendingSignIn }> {
  const { googleSub } = pending
  const account = await accountOf(ctx, pending, 'password')
  const { email } = account.user
  const guesser = await guesserOf(ctx, email, account)
  await recordSignInAttempt(ctx, guesser)
  if (!(await verifyPassword(ctx.settings, password, account.password))) {
    recordFailedSignIn(ctx, email, 'password')
    throw new AppError('WRONG_PASSWORD')
  }
  await clearSignInAttempts(ctx, guesser)
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

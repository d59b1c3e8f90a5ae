import { eq } from 'drizzle-orm'
import { sessions, twoFactors, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { securityNotice } from '#worker/accounts/notices.ts'
import {
  clearSignInAttempts,
  guesserOf,
  recordSignInAttempt,
} from '#worker/accounts/sign-in/sign-in-attempts.ts'
import {
  acceptCode,
  checkCode,
  clearCodeAttempts,
  isEnabledFor,
  type SecondFactor,
} from '#worker/accounts/two-factor/second-factor.ts'
import { audit, recordAudit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import { lockCaller } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { verifyPassword } from './password.ts'

export type Caller = { sid: string; user: { id: number; email: string } }

export async function confirmPassword(
  ctx: Context,
  { sid, user }: Caller,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  const current = await verifyOwnPassword(ctx, user, password)
  const factor = await checkCodeIfEnabled(ctx, user.id, code)
  await inTransaction(ctx, async (tx) => {
    const owner = await lockCaller(tx, user.id)
    if (owner.password !== current) throw new AppError('WRONG_PASSWORD')
    await confirmSession(tx, { sid, user }, factor)
    await audit(tx, { event: 'password.confirmed', accountId: user.id })
  })
}

export async function confirmCode(ctx: Context, { sid, user }: Caller, code: string): Promise<void> {
  const factor = await checkCode(ctx, user.id, code)
  await inTransaction(ctx, async (tx) => {
    await lockCaller(tx, user.id)
    await confirmSession(tx, { sid, user }, factor)
  })
}

async function checkCodeIfEnabled(
  ctx: Context,
  userId: number,
  code: string | undefined,
): Promise<SecondFactor | undefined> {
  if ((await ctx.db.$count(twoFactors, isEnabledFor(userId))) === 0) return undefined
  if (code !== undefined) return await checkCode(ctx, userId, code)
  throw invalidField('code', 'Enter a code')
}

async function confirmSession(
  tx: Transaction,
  { sid, user: { id, email } }: Caller,
  factor: SecondFactor | undefined,
): Promise<void> {
  if (!(await acceptCode(tx, id, factor))) throw new AppError('WRONG_TWO_FACTOR_CODE')
  await tx.update(sessions).set({ confirmedAt: now }).where(eq(sessions.sid, sid))
  if (!factor) return
  if (factor.kind === 'recovery-code')
    await queueEmail(tx, securityNotice(tx.ctx, email, 'two-factor-code-used'))
  tx.afterCommit(() => clearCodeAttempts(tx.ctx, id))
}

/** Returns the stored hash. Wrong passwords count as failed sign-ins. */
export async function verifyOwnPassword(
  ctx: Context,
  { id, email }: Caller['user'],
  password: string,
): Promise<string> {
  const [found] = await ctx.db
    .select({ id: users.id, password: users.password, passwordChangedAt: users.passwordChangedAt })
    .from(users)
    .where(eq(users.id, id))
  if (!found) throw new AppError('NOT_SIGNED_IN')
  const stored = found.password
  if (!stored) throw new AppError('PASSWORD_NOT_SET')
  const guesser = await guesserOf(ctx, email, found)
  await recordSignInAttempt(ctx, guesser)
  if (!(await verifyPassword(ctx.settings, password, stored))) {
    ctx.waitUntil(recordAudit(ctx, { event: 'password.rejected', accountId: id }))
    throw new AppError('WRONG_PASSWORD')
  }
  await clearSignInAttempts(ctx, guesser)
  return stored
}

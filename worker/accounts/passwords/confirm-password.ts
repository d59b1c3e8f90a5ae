import { eq } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { clearSignInAttempts, recordSignInAttempt } from '#worker/accounts/sign-in/sign-in-cooldown.ts'
import { audit, recordAudit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { inTransaction } from '#worker/transaction.ts'
import { verifyPassword } from './password.ts'

type Caller = { sid: string; user: { id: number; email: string } }

/** Allows sensitive changes in this session for 10 minutes. Throws WRONG_PASSWORD, PASSWORD_NOT_SET, RATE_LIMITED. */
export async function confirmPassword(ctx: Context, { sid, user }: Caller, password: string): Promise<void> {
  const current = await verifyOwnPassword(ctx, user, password)
  await inTransaction(ctx, async (tx) => {
    const [owner] = await lockUser(tx, eq(users.id, user.id))
    if (owner?.password !== current) throw new AppError('WRONG_PASSWORD')
    await tx.update(sessions).set({ confirmedAt: now }).where(eq(sessions.sid, sid))
    await audit(tx, { event: 'password.confirmed', accountId: user.id })
  })
}

/** Returns the stored hash. Wrong passwords count as failed sign-ins. */
export async function verifyOwnPassword(
  ctx: Context,
  { id, email }: Caller['user'],
  password: string,
): Promise<string> {
  const [found] = await ctx.db.select({ password: users.password }).from(users).where(eq(users.id, id))
  const stored = found?.password
  if (!stored) throw new AppError('PASSWORD_NOT_SET')
  await recordSignInAttempt(ctx, email)
  const { matches } = await verifyPassword(ctx.settings, password, stored)
  if (!matches) {
    ctx.waitUntil(recordAudit(ctx, { event: 'password.rejected', accountId: id }))
    throw new AppError('WRONG_PASSWORD')
  }
  await clearSignInAttempts(ctx, email)
  return stored
}

import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { verifyOwnPassword } from '#worker/accounts/passwords/confirm-password.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockCaller } from '#worker/locks.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import type { BothFactors } from './contract.ts'
import { acceptCode, checkCode, clearCodeAttempts } from './second-factor.ts'

export type Owner = { user: { id: number; email: string }; isConfirmed: boolean }

/**
 * Takes an app's code or a recovery code. Without a password, the session must be confirmed with Google. `check` may lock
 * organizations, because it runs before the user is locked.
 */
export async function withBothFactors<T>(
  ctx: Context,
  { user, isConfirmed }: Owner,
  { password = '', code }: BothFactors,
  work: (tx: Transaction) => Promise<T>,
  check?: (tx: Transaction) => Promise<void>,
): Promise<T> {
  const account = await ctx.db.query.users.findFirst({
    columns: { password: true },
    where: eq(users.id, user.id),
    with: { twoFactor: { columns: { enabledAt: true } } },
  })
  if (!account?.twoFactor?.enabledAt) throw new AppError('TWO_FACTOR_OFF')
  const current = account.password && (await verifyOwnPassword(ctx, user, password))
  if (!current && !isConfirmed) throw new AppError('CONFIRMATION_REQUIRED')
  const factor = await checkCode(ctx, user.id, code)
  return inTransaction(ctx, async (tx) => {
    await check?.(tx)
    const owner = await lockCaller(tx, user.id)
    if (owner.password !== current) throw new AppError('WRONG_PASSWORD')
    if (!(await acceptCode(tx, user.id, factor))) throw new AppError('WRONG_TWO_FACTOR_CODE')
    tx.afterCommit(() => clearCodeAttempts(ctx, user.id))
    return work(tx)
  })
}

import { and, eq, gt } from 'drizzle-orm'
import { passwordResetTokens, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { ResetTokenCheck } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { errorTable } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import type { Transaction } from '#worker/transaction.ts'

export async function verifyResetToken(ctx: Context, token: string): Promise<ResetTokenCheck> {
  const found = await findResetToken(ctx, hashToken(token))
  if (found && !found.used)
    return { success: true, isUsed: false, email: found.email, message: 'This link is valid.' }
  const { message } = errorTable.RESET_TOKEN_INVALID
  return { success: false, isUsed: found !== undefined, email: null, message }
}

export async function findResetToken({ db }: Context, tokenHash: string) {
  const [found] = await db
    .select({ email: users.email, used: passwordResetTokens.used })
    .from(passwordResetTokens)
    .innerJoin(users, eq(users.email, passwordResetTokens.email))
    .where(isResetToken(tokenHash))
  return found
}

export const isResetToken = (tokenHash: string) =>
  and(eq(passwordResetTokens.token, tokenHash), gt(passwordResetTokens.expiresAt, now))

export const deleteResetTokens = (tx: Transaction, email: string) =>
  tx.delete(passwordResetTokens).where(eq(passwordResetTokens.email, email))

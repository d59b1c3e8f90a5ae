import { and, eq, gt } from 'drizzle-orm'
import { passwordResetTokens, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { ResetTokenCheck } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { errorTable } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import type { Transaction } from '#worker/transaction.ts'

export async function verifyResetToken(ctx: Context, token: string): Promise<ResetTokenCheck> {
  const email = await findResetEmail(ctx, hashToken(token))
  return email === undefined
    ? { success: false, email: null, message: errorTable.RESET_TOKEN_INVALID.message }
    : { success: true, email, message: 'This link is valid.' }
}

export async function findResetEmail(ctx: Context, tokenHash: string): Promise<string | undefined> {
  const [found] = await ctx.db
    .select({ email: users.email })
    .from(passwordResetTokens)
    .innerJoin(users, eq(users.email, passwordResetTokens.email))
    .where(isUsableResetToken(tokenHash))
  return found?.email
}

export const isUsableResetToken = (tokenHash: string) =>
  and(
    eq(passwordResetTokens.token, tokenHash),
    eq(passwordResetTokens.used, false),
    gt(passwordResetTokens.expiresAt, now),
  )

export const invalidateResetTokens = (tx: Transaction, email: string) =>
  tx
    .update(passwordResetTokens)
    .set({ used: true })
    .where(and(eq(passwordResetTokens.email, email), eq(passwordResetTokens.used, false)))

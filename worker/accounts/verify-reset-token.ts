import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { errorTable } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/crypto.ts'
import type { ResetTokenCheck } from './contract.ts'

const rowSchema = z.object({ email: z.string() })

/** Whose password a link may reset, as long as it is fresh and unused; it stays so. */
export async function verifyResetToken(ctx: Context, token: string): Promise<ResetTokenCheck> {
  const email = await emailOfResetToken(ctx, hashToken(token))
  return email === undefined
    ? { success: false, email: null, message: errorTable.RESET_TOKEN_INVALID.message }
    : { success: true, email, message: 'This link is valid.' }
}

/** The account of a reset token that can still be used; undefined for any other. */
export async function emailOfResetToken(ctx: Context, tokenHash: string): Promise<string | undefined> {
  const { rows } = await ctx.db.execute(sql`
    select users.email from password_reset_tokens token join users on users.email = token.email
     where token.token = ${tokenHash} and not token.used and token.expires_at > now()`)
  return rowSchema.optional().parse(rows[0])?.email
}

import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { emailChanges } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { EmailChange, EmailChangeLink } from './contract.ts'

export async function readEmailChange(ctx: Context, userId: number): Promise<EmailChange | null> {
  const [found] = await ctx.db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)))
  return found ? describeEmailChange(found) : null
}

export const describeEmailChange = (row: typeof emailChanges.$inferSelect): EmailChange => ({
  email: row.newEmail,
  isCurrentConfirmed: row.currentConfirmedAt !== null,
  isNewConfirmed: row.newConfirmedAt !== null,
  expiresAt: row.expiresAt.toISOString(),
})

export const isUsableLink = (tokenHash: string) =>
  and(
    or(eq(emailChanges.currentToken, tokenHash), eq(emailChanges.newToken, tokenHash)),
    gt(emailChanges.expiresAt, now),
  )

/** Throws EMAIL_CHANGE_INVALID. */
export async function findEmailChange(db: Queries, token: string) {
  const tokenHash = hashToken(token)
  const isCurrent = sql<boolean>`${emailChanges.currentToken} = ${tokenHash}`
  const [found] = await db
    .select({
      userId: emailChanges.userId,
      newEmail: emailChanges.newEmail,
      isCurrent,
      isConfirmed: sql<boolean>`case when ${isCurrent} then ${emailChanges.currentConfirmedAt}
        else ${emailChanges.newConfirmedAt} end is not null`,
    })
    .from(emailChanges)
    .where(isUsableLink(tokenHash))
  if (!found) throw new AppError('EMAIL_CHANGE_INVALID')
  return found
}

/** The new address learns nothing of the current one: it may belong to somebody else. */
export async function checkEmailChange(ctx: Context, token: string): Promise<EmailChangeLink> {
  const { newEmail, isCurrent, isConfirmed } = await findEmailChange(ctx.db, token)
  return { email: newEmail, address: isCurrent ? 'current' : 'new', isConfirmed }
}

export const cancelEmailChange = (ctx: Context, userId: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [canceled] = await tx.delete(emailChanges).where(eq(emailChanges.userId, userId)).returning()
    if (!canceled) return
    await audit(tx, { event: 'email_change.canceled', accountId: userId, subject: canceled.newEmail })
  })

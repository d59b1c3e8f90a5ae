import { eq } from 'drizzle-orm'
import { emailChanges } from '#db/schema/index.ts'
import { audit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { inTransaction } from '#worker/transaction.ts'

export const cancelEmailChange = (ctx: Context, userId: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [canceled] = await tx.delete(emailChanges).where(eq(emailChanges.userId, userId)).returning()
    if (!canceled) return
    await audit(tx, { event: 'email_change.canceled', accountId: userId, subject: canceled.newEmail })
  })

import { eq } from 'drizzle-orm'
import { emailChanges } from '#db/schema/index.ts'
import { insertAudit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'

export async function cancelEmailChange(ctx: Context, userId: number): Promise<void> {
  const { db } = ctx
  const canceled = db
    .$with('canceled')
    .as(
      db
        .delete(emailChanges)
        .where(eq(emailChanges.userId, userId))
        .returning({ newEmail: emailChanges.newEmail }),
    )
  const audit = insertAudit(
    ctx,
    { event: 'email_change.canceled', accountId: userId, subject: canceled.newEmail },
    canceled,
  )
  await db.with(canceled, db.$with('audit').as(audit)).select().from(canceled)
}

import { eq } from 'drizzle-orm'
import { emailChanges } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
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
  const audit = auditPart(
    ctx,
    { event: 'email_change.canceled', accountId: userId, subject: canceled.newEmail },
    canceled,
  )
  await db.with(canceled, audit).select().from(canceled)
}

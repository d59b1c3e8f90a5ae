import { and, eq, ne } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'

type Change = { userId: number; disabled: boolean; reason?: string | undefined }

/** A disabled user can't sign in, and their sessions end. Throws USER_NOT_FOUND, NOT_ON_YOURSELF. */
export async function updateUser(
  ctx: Context,
  { userId, disabled, reason }: Change,
  administratorId: number,
): Promise<{ disabledReason: string | null }> {
  if (userId === administratorId) throw new AppError('NOT_ON_YOURSELF')
  const { db } = ctx
  const changed = db.$with('changed').as(
    db
      .update(users)
      .set(
        disabled
          ? { disabledAt: now, disabledReason: reason ?? null }
          : { disabledAt: null, disabledReason: null },
      )
      .where(and(eq(users.id, userId), ne(users.id, administratorId)))
      .returning({ id: users.id, email: users.email, disabledReason: users.disabledReason }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'admin.user_changed',
      accountId: changed.id,
      subject: changed.email,
      after: { disabled, ...(reason && { reason }) },
    },
    changed,
  )
  const [[updated]] = await db.batch([
    db.with(changed, audit).select({ disabledReason: changed.disabledReason }).from(changed),
    db.delete(sessions).where(and(eq(sessions.userId, disabled ? userId : 0))),
  ])
  if (!updated) throw new AppError('USER_NOT_FOUND')
  return updated
}

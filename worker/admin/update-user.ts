import { and, type Column, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { lockUser } from '#worker/accounts/passwords/password-change.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'

type Change = { userId: number; disabled: boolean; reason?: string | undefined }

/** An administrator who locks themselves out would need another one. Throws NOT_ON_YOURSELF. */
export function assertOtherUser(userId: number, administratorId: number): void {
  if (userId !== administratorId) return
  const message = "You can't do this to yourself. Ask another platform administrator."
  throw new AppError('NOT_ON_YOURSELF', { message })
}

/** A disabled user can't sign in, and their sessions end. Throws USER_NOT_FOUND, NOT_ON_YOURSELF. */
export async function updateUser(
  ctx: Context,
  { userId, disabled, reason }: Change,
  administratorId: number,
): Promise<{ disabledReason: string | null }> {
  assertOtherUser(userId, administratorId)
  const { db } = ctx
  const before = alias(users, 'before')
  const changed = db.$with('changed').as(
    db
      .update(users)
      .set(
        disabled
          ? { disabledAt: now, disabledReason: reason ?? null }
          : { disabledAt: null, disabledReason: null },
      )
      .from(before)
      .where(and(eq(users.id, userId), eq(before.id, users.id)))
      .returning({
        id: users.id,
        email: users.email,
        disabledAt: users.disabledAt,
        disabledReason: users.disabledReason,
        before: stateOf(before).as('state_before'),
        after: stateOf(users).as('state_after'),
      }),
  )
  const isDisabled = db.select({ id: changed.id }).from(changed).where(isNotNull(changed.disabledAt))
  const ended = db.$with('ended_sessions').as(db.delete(sessions).where(inArray(sessions.userId, isDisabled)))
  const audit = auditPart(
    ctx,
    {
      event: 'admin.user_changed',
      accountId: changed.id,
      subject: changed.email,
      before: sql`${changed.before}`,
      after: sql`${changed.after}`,
    },
    changed,
  )
  const [, [updated]] = await db.batch([
    lockUser(db, eq(users.id, userId)),
    db.with(changed, ended, audit).select({ disabledReason: changed.disabledReason }).from(changed),
  ])
  if (!updated) throw new AppError('USER_NOT_FOUND')
  return updated
}

const stateOf = (table: { disabledAt: Column; disabledReason: Column }) =>
  sql`jsonb_build_object('disabled', ${table.disabledAt} is not null, 'reason', ${table.disabledReason})`

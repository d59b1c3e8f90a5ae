import { aliasedTable, and, eq, exists, ne, sql } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import { lockUser } from '#worker/accounts/lock-user.ts'
import { auditPart, byAccount } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { publicSessionId } from './list-sessions.ts'

export async function endSession(ctx: Context, sid: string): Promise<void> {
  const { db } = ctx
  const ended = db
    .$with('ended')
    .as(db.delete(sessions).where(eq(sessions.sid, sid)).returning({ userId: sessions.userId }))
  const owner = db
    .$with('owner')
    .as(
      db
        .select({ id: users.id, email: users.email })
        .from(users)
        .innerJoin(ended, eq(ended.userId, users.id)),
    )
  const audit = auditPart(ctx, { event: 'sign_out', ...byAccount(owner) }, owner)
  await db.with(ended, owner, audit).select().from(ended)
}

/** If two sessions end each other at the same time, one stays. */
export async function endOtherSessions(
  ctx: Context,
  { sid, userId }: { sid: string; userId: number },
): Promise<void> {
  const { db } = ctx
  const own = aliasedTable(sessions, 'own')
  const ownSession = db.select({ sid: own.sid }).from(own).where(eq(own.sid, sid))
  const ended = db.$with('ended').as(
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.sid, sid), exists(ownSession)))
      .returning({ sid: sessions.sid }),
  )
  const count = db
    .$with('count')
    .as(db.select({ sessions: sql<number>`count(*)`.as('sessions') }).from(ended))
  const audit = auditPart(
    ctx,
    {
      event: 'sessions.ended',
      accountId: userId,
      after: sql`jsonb_build_object('sessions', ${count.sessions})`,
    },
    count,
  )
  await db.batch([lockUser(db, eq(users.id, userId)), db.with(ended, count, audit).select().from(ended)])
}

/** Ends one session of the user, by the ID that `listSessions` gives it. The current one ends by signing out. */
export async function endOtherSession(
  ctx: Context,
  { sid, userId }: { sid: string; userId: number },
  publicId: string,
): Promise<void> {
  const { db } = ctx
  const own = await db.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.userId, userId))
  const found = own.find((each) => each.sid !== sid && publicSessionId(each.sid) === publicId)
  if (!found) throw new AppError('SESSION_NOT_FOUND')
  const ended = db
    .$with('ended')
    .as(db.delete(sessions).where(eq(sessions.sid, found.sid)).returning({ sid: sessions.sid }))
  const audit = auditPart(ctx, { event: 'sessions.ended', accountId: userId, after: { sessions: 1 } }, ended)
  const rows = await db.with(ended, audit).select().from(ended)
  if (rows.length === 0) throw new AppError('SESSION_NOT_FOUND')
}

import { and, eq, ne, type SQL } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import { publicSessionId } from './list-sessions.ts'

type Caller = { sid: string; userId: number }

export const endSession = (ctx: Context, sid: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [session] = await tx.delete(sessions).where(eq(sessions.sid, sid)).returning()
    if (!session) return
    const user = oneRow(await tx.select().from(users).where(eq(users.id, session.userId)))
    await audit(tx, { event: 'sign_out', accountId: user.id, actor: user })
  })

/** If two sessions end each other at the same time, one stays. */
export const endOtherSessions = (ctx: Context, { sid, userId }: Caller): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockUser(tx, eq(users.id, userId))
    const isOpen = (await tx.$count(sessions, eq(sessions.sid, sid))) > 0
    const ended = isOpen ? await end(tx, and(eq(sessions.userId, userId), ne(sessions.sid, sid))) : 0
    await audit(tx, { event: 'sessions.ended', accountId: userId, after: { sessions: ended } })
  })

export async function endOtherSession(
  ctx: Context,
  { sid, userId }: Caller,
  publicId: string,
): Promise<void> {
  const own = await ctx.db.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.userId, userId))
  const found = own.find((each) => each.sid !== sid && publicSessionId(each.sid) === publicId)
  if (!found) throw new AppError('SESSION_NOT_FOUND')
  await inTransaction(ctx, async (tx) => {
    if ((await end(tx, eq(sessions.sid, found.sid))) === 0) throw new AppError('SESSION_NOT_FOUND')
    await audit(tx, { event: 'sessions.ended', accountId: userId, after: { sessions: 1 } })
  })
}

async function end(tx: Transaction, where: SQL | undefined): Promise<number> {
  const ended = await tx.delete(sessions).where(where).returning({ sid: sessions.sid })
  return ended.length
}

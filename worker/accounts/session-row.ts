import { type SQL, sql } from 'drizzle-orm'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { SESSION_IDLE_SECONDS } from './contract.ts'

const MAX_USER_AGENT = 256

export type NewSession = { sid: string; userAgent: string | null }

/** A session that has no row yet; its id holds 190 bits. */
export const newSession = (userAgent: string | undefined): NewSession => ({
  sid: randomBase62(32),
  userAgent: userAgent?.slice(0, MAX_USER_AGENT).toWellFormed() ?? null,
})

/** The insert of a session for the user that `userId` selects, as a part of a larger statement. */
export const sessionPart = ({ sid, userAgent }: NewSession, userId: SQL) => sql`
  insert into session (sid, sess, expire, user_id)
  select ${sid}, ${JSON.stringify({ userAgent })}::jsonb, now() + ${`${SESSION_IDLE_SECONDS} seconds`}::interval, owner.id
    from (${userId}) as owner(id)
  returning sid`

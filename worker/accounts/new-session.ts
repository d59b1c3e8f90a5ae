import type { WithSubquery } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { insertFrom } from '#db/insert-from.ts'
import { sessions } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { SESSION_IDLE_SECONDS } from './contract.ts'

const MAX_USER_AGENT_LENGTH = 256

export type NewSession = { sid: string; userAgent: string | null }

export const newSession = (userAgent: string | undefined): NewSession => ({
  sid: randomBase62(32),
  userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed() ?? null,
})

export const insertSession = (
  db: Db,
  { sid, userAgent }: NewSession,
  owner: WithSubquery & { id: PgColumn },
) =>
  insertFrom(
    db,
    sessions,
    { sid, sess: { userAgent }, expire: secondsFromNow(SESSION_IDLE_SECONDS), userId: owner.id },
    (values) => db.select(values).from(owner),
  )

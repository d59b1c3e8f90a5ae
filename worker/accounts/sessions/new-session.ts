import type { WithSubquery } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { insertFrom } from '#db/insert-from.ts'
import { sessions } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { SESSION_IDLE_SECONDS } from '#worker/accounts/contract.ts'
import { auditPart, byAccount } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'

const MAX_USER_AGENT_LENGTH = 256

export type NewSession = { sid: string; userAgent: string | null }

export const newSession = (userAgent: string | undefined): NewSession => ({
  sid: randomBase62(32),
  userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed() ?? null,
})

export type SignInMethod = 'password' | 'code' | 'recovery code' | 'google' | 'sign-up'

/** CTEs that open a session for the account in `owner`, and record it. */
export function insertSession(
  ctx: Context,
  { sid, userAgent }: NewSession,
  owner: WithSubquery & { id: PgColumn; email: PgColumn },
  method: SignInMethod,
) {
  const { db } = ctx
  const session = db
    .$with('new_session')
    .as(
      insertFrom(
        db,
        sessions,
        { sid, sess: { userAgent }, expire: secondsFromNow(SESSION_IDLE_SECONDS), userId: owner.id },
        (values) => db.select(values).from(owner),
      ),
    )
  const audit = auditPart(
    ctx,
    {
      event: 'sign_in.succeeded',
      ...byAccount(owner),
      after: { method },
    },
    owner,
  )
  return [session, audit]
}

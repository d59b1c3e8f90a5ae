import { and, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { twoFactors, users } from '#db/schema/index.ts'
import { lockUser } from '#worker/accounts/passwords/password-change.ts'
import { googleLinked } from '#worker/accounts/sign-in/google-linked.ts'
import { acceptCode, isEnabledFor, type SecondFactor } from '#worker/accounts/two-factor/second-factor.ts'
import type { Context } from '#worker/context.ts'
import type { EncryptedEmail } from '#worker/mail/email.ts'
import { insertEmail } from '#worker/mail/outbox.ts'
import { insertSession, type NewSession } from './new-session.ts'

type Account = { id: number; password: string | null }
type Extras = {
  /** Without it, an account with two-factor sign-in gets no session. */
  factor?: SecondFactor | undefined
  /** Google's ID of the account to link. */
  googleSub?: string | undefined
  notice?: EncryptedEmail | undefined
}

const methods = { totp: 'code', 'recovery-code': 'recovery code' } as const

/**
 * Opens a session, uses up the code and links the Google account in one transaction. Returns false if the password was
 * changed since it was checked, the code was used meanwhile, or the account is disabled.
 */
export async function openSession(
  ctx: Context,
  { id, password }: Account,
  session: NewSession,
  { factor, googleSub, notice }: Extras = {},
): Promise<boolean> {
  const { db } = ctx
  const isUnchanged = sql`${users.password} is not distinct from ${password}::text`
  const accepted = factor && acceptCode(db, id, factor)
  const mayEnter: SQL | undefined = accepted
    ? inArray(users.id, db.select({ userId: accepted.userId }).from(accepted))
    : notExists(db.select().from(twoFactors).where(isEnabledFor(id)))
  const owner = db.$with('owner').as(
    db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.disabledAt), isUnchanged, mayEnter)),
  )
  const opened = insertSession(ctx, session, owner, factor ? methods[factor.kind] : 'password')
  const linked =
    googleSub === undefined
      ? undefined
      : db.$with('linked').as(
          db
            .update(users)
            .set({ googleSub })
            .where(and(inArray(users.id, db.select({ id: owner.id }).from(owner)), isNull(users.googleSub)))
            .returning({ id: users.id, email: users.email }),
        )
  const newEmail = notice && db.$with('new_email').as(insertEmail(db, notice, owner))
  const linkAudit = linked && googleLinked(ctx, linked)
  const parts = [accepted, owner, ...opened, linked, linkAudit, newEmail].filter((part) => part !== undefined)
  const [, [found]] = await db.batch([
    lockUser(db, eq(users.id, id)),
    db
      .with(...parts)
      .select()
      .from(owner),
  ])
  return found !== undefined
}

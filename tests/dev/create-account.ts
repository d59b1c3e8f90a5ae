import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { memberships, sessions } from '#db/schema/index.ts'
import type { User } from '#worker/accounts/contract.ts'
import { insertSession } from '#worker/accounts/sessions/insert-session.ts'
import { insertAccount, insertFirstOrganization } from '#worker/accounts/sign-up/insert-account.ts'
import { describeUser } from '#worker/accounts/user.ts'
import type { Context } from '#worker/context.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { sessionCookie } from '#worker/http/session-cookie.ts'
import { selectMemberships } from '#worker/membership/membership.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'

/** Of every account that `createAccount` makes. Hashing it takes longer than most tests. */
export const PASSWORD = 'correct horse battery'

/** `cookie` is `name=value`. */
export type CreatedAccount = { cookie: string; user: User; organization: OrganizationDetail }

/**
 * Creates what a sign-up of some time ago leaves: a verified email, an organization whose onboarding is over, and a session
 * that isn't confirmed anymore.
 */
export function createAccount(
  ctx: Context,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<CreatedAccount> {
  return inTransaction(ctx, async (tx) => {
    const user = await insertAccount(tx, { email, password: passwordHash })
    if (!user) throw new Error(`${email} is taken`)
    const organizationId = await insertFirstOrganization(tx, user)
    await tx
      .update(memberships)
      .set({ onboarding: 'done' })
      .where(eq(memberships.organizationId, organizationId))
    const sid = await insertSession(tx, user, 'sign-up')
    await tx.update(sessions).set({ confirmedAt: null }).where(eq(sessions.sid, sid))
    const membership = oneRow(
      await selectMemberships(tx).where(eq(memberships.organizationId, organizationId)),
    )
    return {
      cookie: await cookieOf(ctx, sid),
      user: describeUser(user, organizationId),
      organization: describeOrganization(membership),
    }
  })
}

async function cookieOf(ctx: Context, sid: string): Promise<string> {
  const route = new Hono<AppEnv>().get('/', async (c) => {
    c.set('base', ctx)
    c.set('ctx', ctx)
    await sessionCookie.set(c, { sid })
    return c.body(null)
  })
  const { headers } = await route.request('/')
  return (headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
}

import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { memberships } from '#db/schema/index.ts'
import type { User } from '#worker/accounts/contract.ts'
import { insertSession, newSession } from '#worker/accounts/sessions/new-session.ts'
import { insertAccount } from '#worker/accounts/sign-up/insert-account.ts'
import type { Context } from '#worker/context.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { setSessionCookie } from '#worker/http/session-cookie.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import { selectMemberships } from '#worker/organizations/membership.ts'

/** Of every account that `createAccount` makes. Hashing it takes longer than most tests. */
export const PASSWORD = 'correct horse battery'

/** `cookie` is `name=value`. */
export type CreatedAccount = { cookie: string; user: User; organization: OrganizationDetail }

/** Creates what a finished sign-up leaves: a verified email, an organization and a session. Its onboarding is over. */
export async function createAccount(
  ctx: Context,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<CreatedAccount> {
  const { db } = ctx
  const { organizationId, newUser, parts } = insertAccount(ctx, { email, passwordHash })
  const session = newSession(undefined)
  const opened = insertSession(ctx, session, newUser, 'sign-up')
  const [[user], , [membership]] = await db.batch([
    db
      .with(...parts, ...opened)
      .select()
      .from(newUser),
    db.update(memberships).set({ onboarding: 'done' }).where(eq(memberships.organizationId, organizationId)),
    selectMemberships(db).where(eq(memberships.organizationId, organizationId)),
  ])
  if (!user || !membership) throw new Error(`${email} is taken`)
  const createdAt = user.createdAt.toISOString()
  return {
    cookie: await sessionCookie(ctx, session.sid),
    user: {
      id: user.id,
      email,
      role: user.role,
      organizationId,
      firstName: null,
      lastName: null,
      timeZone: null,
      createdAt,
    },
    organization: describeOrganization(membership),
  }
}

async function sessionCookie(ctx: Context, sid: string): Promise<string> {
  const route = new Hono<AppEnv>().get('/', async (c) => {
    c.set('base', ctx)
    c.set('ctx', ctx)
    await setSessionCookie(c, sid)
    return c.body(null)
  })
  const { headers } = await route.request('/')
  return (headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
}

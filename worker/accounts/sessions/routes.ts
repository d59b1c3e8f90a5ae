import { Hono, type Context as HonoContext } from 'hono'
import { sessionIdSchema } from '#worker/accounts/contract.ts'
import { describeUser } from '#worker/accounts/user.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { rememberDevice } from '#worker/http/device-cookie.ts'
import { params } from '#worker/http/input.ts'
import { requireConfirmedUser, requireUser } from '#worker/http/session.ts'
import { readSessionCookie, sessionCookie } from '#worker/http/session-cookie.ts'
import { endOtherSession, endOtherSessions, endSession } from './end-sessions.ts'
import type { OpenedSession } from './insert-session.ts'
import { listSessions, readSecurity } from './list-sessions.ts'

export async function startSession(c: HonoContext<AppEnv>, { sid, userId }: OpenedSession): Promise<void> {
  const replaced = await readSessionCookie(c)
  await sessionCookie.set(c, { sid })
  await rememberDevice(c, userId)
  const ctx = c.get('ctx')
  // The sign-in has been committed, so nothing may refuse it.
  if (replaced !== undefined) ctx.waitUntil(endSession(ctx, replaced))
}

export const sessionRoutes = new Hono<AppEnv>()
  .get('/user', requireUser, (c) => {
    const { user, membership } = c.get('signedIn')
    return c.json(describeUser(user, membership?.organization.id ?? null))
  })
  .get('/user/sessions', requireUser, async (c) => {
    const { sid, user } = c.get('signedIn')
    return c.json(await listSessions(c.get('ctx'), { sid, userId: user.id }))
  })
  .delete(
    '/user/sessions/:id',
    requireConfirmedUser,
    params(sessionIdSchema, 'SESSION_NOT_FOUND'),
    async (c) => {
      const { sid, user } = c.get('signedIn')
      await endOtherSession(c.get('ctx'), { sid, userId: user.id }, c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .delete('/user/sessions', requireConfirmedUser, async (c) => {
    const { sid, user } = c.get('signedIn')
    await endOtherSessions(c.get('ctx'), { sid, userId: user.id })
    return c.body(null, 204)
  })
  .get('/user/security', requireUser, async (c) =>
    c.json(await readSecurity(c.get('ctx'), c.get('signedIn').user)),
  )

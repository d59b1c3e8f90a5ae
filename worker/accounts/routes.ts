import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/client-network.ts'
import { body } from '#worker/http/input.ts'
import { enforceRateLimit, limits } from '#worker/http/rate-limits.ts'
import { requireUser } from '#worker/http/session.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '#worker/http/session-cookie.ts'
import { credentialsSchema, type User } from './contract.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { signIn } from './sign-in.ts'

export const accountRoutes = new Hono<AppEnv>()
  .post('/login', body(credentialsSchema), async (c) => {
    const ctx = c.get('ctx')
    const credentials = c.req.valid('json')
    await enforceRateLimit(ctx, limits.signInByAddress, clientNetwork(c))
    const { sid, user } = await signIn(ctx, credentials, c.req.header('User-Agent'))
    await setSessionCookie(c, sid)
    return c.json(user)
  })
  .post('/logout', async (c) => {
    const sid = await readSessionCookie(c)
    clearSessionCookie(c)
    if (sid) await endSession(c.get('ctx'), sid)
    return c.body(null, 204)
  })
  .get('/user', requireUser, (c) => {
    const { user, membership } = c.get('signedIn')
    const answer: User = {
      id: user.id,
      email: user.email,
      role: user.role,
      organizationId: membership?.organization.id ?? null,
      createdAt: user.createdAt.toISOString(),
    }
    return c.json(answer)
  })
  .get('/user/sessions', requireUser, async (c) => {
    const { sid, user } = c.get('signedIn')
    c.header('Cache-Control', 'no-store')
    return c.json(await listSessions(c.get('ctx'), { sid, userId: user.id }))
  })
  .delete('/user/sessions', requireUser, async (c) => {
    const { sid, user } = c.get('signedIn')
    await endOtherSessions(c.get('ctx'), { sid, userId: user.id })
    return c.body(null, 204)
  })

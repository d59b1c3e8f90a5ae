import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { requireUser } from '#worker/http/session.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { listSessions } from './list-sessions.ts'

export const sessionRoutes = new Hono<AppEnv>()
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

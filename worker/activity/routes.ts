import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { requireMember } from '#worker/http/session.ts'
import { listActivity } from './list.ts'

export const activityRoutes = new Hono<AppEnv>().get('/', requireMember({ active: false }), async (c) =>
  c.json(await listActivity(c.get('ctx'), c.get('membership').organization.id)),
)

import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { query } from '#worker/http/input.ts'
import { enforceRateLimit, limits } from '#worker/http/rate-limits.ts'
import { requireMember } from '#worker/http/session.ts'
import { activityExportSchema, activityQuerySchema } from './contract.ts'
import { exportActivity } from './export-activity.ts'
import { listActivity } from './list-activity.ts'
import { listActivityDays } from './list-activity-days.ts'

export const activityRoutes = new Hono<AppEnv>()
  .get('/', requireMember({ active: false }), query(activityQuerySchema), async (c) => {
    const organizationId = c.get('membership').organization.id
    return c.json(await listActivity(c.get('ctx'), { ...c.req.valid('query'), organizationId }))
  })
  .get('/days', requireMember({ active: false }), async (c) =>
    c.json(await listActivityDays(c.get('ctx'), c.get('membership').organization.id)),
  )
  .get('/export', requireMember({ active: false }), query(activityExportSchema), async (c) => {
    const ctx = c.get('ctx')
    const organizationId = c.get('membership').organization.id
    await enforceRateLimit(ctx, limits.exportByOrganization, organizationId)
    const csv = await exportActivity(ctx, { ...c.req.valid('query'), organizationId })
    return c.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="tinproof-activity-${ctx.now.toISOString().slice(0, 10)}.csv"`,
    })
  })

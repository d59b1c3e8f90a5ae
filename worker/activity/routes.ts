import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { params, query } from '#worker/http/input.ts'
import { organizationIdOf, requireMember } from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { listActivityDays, listActivityHours } from './activity-chart.ts'
import { activityFilterSchema, activityQuerySchema, callParamSchema, usageQuerySchema } from './contract.ts'
import { exportActivity } from './export-activity.ts'
import { listUsage } from './list-usage.ts'
import { findCall, listActivity } from './read-page.ts'

export const activityRoutes = new Hono<AppEnv>()
  .get('/', requireMember, query(activityQuerySchema), async (c) => {
    const organizationId = organizationIdOf(c)
    return c.json(await listActivity(c.get('ctx'), { ...c.req.valid('query'), organizationId }))
  })
  .get('/days', requireMember, async (c) => c.json(await listActivityDays(c.get('ctx'), organizationIdOf(c))))
  .get('/hours', requireMember, async (c) =>
    c.json(await listActivityHours(c.get('ctx'), organizationIdOf(c))),
  )
  .get('/usage', requireMember, query(usageQuerySchema), async (c) => {
    const { range } = c.req.valid('query')
    return c.json(await listUsage(c.get('ctx'), { range, organizationId: organizationIdOf(c) }))
  })
  .get('/export', requireMember, query(activityFilterSchema), async (c) => {
    const ctx = c.get('ctx')
    const organizationId = organizationIdOf(c)
    await enforceRateLimit(ctx, limits.exportByOrganization, organizationId)
    const csv = await exportActivity(ctx, { ...c.req.valid('query'), organizationId })
    return c.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="tinproof-activity-${ctx.now.toISOString().slice(0, 10)}.csv"`,
    })
  })
  .get('/:requestId', requireMember, params(callParamSchema, 'CALL_NOT_FOUND'), async (c) => {
    const { requestId } = c.req.valid('param')
    const organizationId = organizationIdOf(c)
    return c.json(await findCall(c.get('ctx'), { requestId, organizationId }))
  })

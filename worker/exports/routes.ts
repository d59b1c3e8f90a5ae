import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { requireMemberWith } from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { exportOrganization } from './export-organization.ts'

export const exportRoutes = new Hono<AppEnv>().get(
  '/organization/export',
  requireMemberWith({ active: false, permission: 'editSettings' }),
  async (c) => {
    const ctx = c.get('ctx')
    const membership = c.get('membership')
    await enforceRateLimit(ctx, limits.organizationExport, membership.organization.id)
    const name = `tinproof-${membership.organization.id}-${ctx.now.toISOString().slice(0, 10)}.zip`
    return c.body(await exportOrganization(ctx, membership), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
    })
  },
)

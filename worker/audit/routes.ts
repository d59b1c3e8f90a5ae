import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { query } from '#worker/http/input.ts'
import { requireMemberWith, requirePlatformAdmin, requireUser } from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { allAuditQuerySchema, auditFilterSchema, auditQuerySchema, ownAuditQuerySchema } from './contract.ts'
import { exportAudit } from './export-audit.ts'
import { readCustomerPage, readPage } from './read-page.ts'

const mayRead = requireMemberWith({ active: false, permission: 'editSettings' })

export const auditRoutes = new Hono<AppEnv>()
  .get('/organization/audit', mayRead, query(auditQuerySchema), async (c) => {
    const { organization } = c.get('membership')
    return c.json(
      await readCustomerPage(c.get('ctx'), { ...c.req.valid('query'), organizationId: organization.id }),
    )
  })
  .get('/organization/audit/export', mayRead, query(auditFilterSchema), async (c) => {
    const ctx = c.get('ctx')
    const { organization } = c.get('membership')
    await enforceRateLimit(ctx, limits.exportByOrganization, organization.id)
    const csv = await exportAudit(ctx, { ...c.req.valid('query'), organizationId: organization.id })
    return c.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="tinproof-audit-${ctx.now.toISOString().slice(0, 10)}.csv"`,
    })
  })
  .get('/user/audit', requireUser, query(ownAuditQuerySchema), async (c) =>
    c.json(
      await readCustomerPage(c.get('ctx'), { ...c.req.valid('query'), accountId: c.get('signedIn').user.id }),
    ),
  )
  .get('/admin/audit', requirePlatformAdmin, query(allAuditQuerySchema), async (c) =>
    c.json(await readPage(c.get('ctx'), c.req.valid('query'))),
  )

import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import { requirePlatformAdmin } from '#worker/http/session.ts'
import { updateOrganizationSchema } from './contract.ts'
import { updateOrganization } from './update-organization.ts'

export const adminRoutes = new Hono<AppEnv>().put(
  '/organizations/:organizationId',
  requirePlatformAdmin,
  body(updateOrganizationSchema),
  async (c) =>
    c.json(
      await updateOrganization(c.get('ctx'), {
        ...c.req.valid('json'),
        organizationId: c.req.param('organizationId'),
      }),
    ),
)

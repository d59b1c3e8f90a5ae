import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params } from '#worker/http/input.ts'
import { requirePlatformAdmin } from '#worker/http/session.ts'
import { organizationParamSchema, updateOrganizationSchema, userParamSchema } from './contract.ts'
import { convertToLead } from './convert-to-lead.ts'
import { updateOrganization } from './update-organization.ts'

export const adminRoutes = new Hono<AppEnv>()
  .put(
    '/organizations/:organizationId',
    requirePlatformAdmin,
    params(organizationParamSchema, 'ORGANIZATION_NOT_FOUND'),
    body(updateOrganizationSchema),
    async (c) =>
      c.json(
        await updateOrganization(c.get('ctx'), {
          ...c.req.valid('json'),
          ...c.req.valid('param'),
        }),
      ),
  )
  .post(
    '/convert-to-lead/:userId',
    requirePlatformAdmin,
    params(userParamSchema, 'USER_NOT_FOUND'),
    async (c) => c.json(await convertToLead(c.get('ctx'), c.req.valid('param').userId)),
  )

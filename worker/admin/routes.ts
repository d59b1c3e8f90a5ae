import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params, query } from '#worker/http/input.ts'
import { requireConfirmedPlatformAdmin, requirePlatformAdmin } from '#worker/http/session.ts'
import { trustRegister } from '#worker/monitors/suspicion.ts'
import {
  organizationParamSchema,
  registerParamSchema,
  resetTwoFactorSchema,
  updateOrganizationSchema,
  updateUserSchema,
  userParamSchema,
  usersQuerySchema,
} from './contract.ts'
import { convertToLead } from './convert-to-lead.ts'
import { listUserActivities } from './list-user-activities.ts'
import { listUsers } from './list-users.ts'
import { readOverview, readSummary } from './read-overview.ts'
import { readSystem } from './read-system.ts'
import { updateOrganization } from './update-organization.ts'
import { resetTwoFactor, updateUser } from './update-user.ts'

const ofUser = params(userParamSchema, 'USER_NOT_FOUND')

export const adminRoutes = new Hono<AppEnv>()
  .get('/analytics/summary', requirePlatformAdmin, async (c) => c.json(await readSummary(c.get('ctx'))))
  .get('/analytics/overview', requirePlatformAdmin, async (c) => c.json(await readOverview(c.get('ctx'))))
  .get('/system', requirePlatformAdmin, async (c) => c.json(await readSystem(c.get('ctx'))))
  .get('/analytics/users', requirePlatformAdmin, query(usersQuerySchema), async (c) =>
    c.json(await listUsers(c.get('ctx'), c.req.valid('query'))),
  )
  .get('/analytics/users/:userId/activities', requirePlatformAdmin, ofUser, async (c) =>
    c.json(await listUserActivities(c.get('ctx'), c.req.valid('param').userId)),
  )
  .put(
    '/organizations/:organizationId',
    requireConfirmedPlatformAdmin,
    params(organizationParamSchema, 'ORGANIZATION_NOT_FOUND'),
    body(updateOrganizationSchema),
    async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param') }
      return c.json(await updateOrganization(c.get('ctx'), change))
    },
  )
  .patch('/users/:userId', requireConfirmedPlatformAdmin, ofUser, body(updateUserSchema), async (c) => {
    const change = { ...c.req.valid('json'), ...c.req.valid('param') }
    return c.json(await updateUser(c.get('ctx'), change, c.get('signedIn').user.id))
  })
  .delete(
    '/users/:userId/two-factor',
    requireConfirmedPlatformAdmin,
    ofUser,
    body(resetTwoFactorSchema),
    async (c) => {
      const reset = { ...c.req.valid('json'), ...c.req.valid('param') }
      await resetTwoFactor(c.get('ctx'), reset, c.get('signedIn').user.id)
      return c.body(null, 204)
    },
  )
  .post(
    '/registers/:register/trust',
    requireConfirmedPlatformAdmin,
    params(registerParamSchema, 'REGISTER_NOT_FOUND'),
    async (c) => {
      const { register } = c.req.valid('param')
      await trustRegister(c.get('ctx'), register)
      return c.json({ register })
    },
  )
  .post('/convert-to-lead/:userId', requireConfirmedPlatformAdmin, ofUser, async (c) =>
    c.json(await convertToLead(c.get('ctx'), c.req.valid('param').userId)),
  )

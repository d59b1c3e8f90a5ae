import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import {
  assertConfirmed,
  organizationIdOf,
  requireMember,
  requireMemberWith,
  requireUser,
} from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import {
  createOrganizationSchema,
  deleteOrganizationSchema,
  organizationIdSchema,
  requireTwoFactorSchema,
  updateSettingsSchema,
} from './contract.ts'
import { createOrganization } from './create.ts'
import { deleteOrganization, restoreOrganization } from './deletion.ts'
import { describeOrganization, listOrganizations } from './describe.ts'
import { leaveOrganization } from './remove-member.ts'
import { requireTwoFactor } from './require-two-factor.ts'
import { updateSettings } from './update-settings.ts'

const mayLeave = requireMemberWith({ active: false, twoFactor: false })
const mayEdit = requireMemberWith({ active: true, permission: 'editSettings' })
const mayRestore = requireMemberWith({ active: false, permission: 'editSettings' })

export const organizationRoutes = new Hono<AppEnv>()
  .get('/user/organizations', requireUser, async (c) =>
    c.json(await listOrganizations(c.get('ctx'), c.get('signedIn').user.id)),
  )
  .post('/user/organizations', requireUser, body(createOrganizationSchema), async (c) => {
    const ctx = c.get('ctx')
    const { user } = c.get('signedIn')
    await enforceRateLimit(ctx, limits.organizationByUser, String(user.id))
    return c.json(await createOrganization(ctx, c.req.valid('json'), user.id), 201)
  })
  .get('/organization', requireMember, async (c) => c.json(describeOrganization(c.get('membership'))))
  .patch('/organization', mayEdit, body(updateSettingsSchema), async (c) => {
    const input = { ...c.req.valid('json'), organizationId: organizationIdOf(c) }
    return c.json(await updateSettings(c.get('ctx'), input, c.get('signedIn').user.id))
  })
  .put('/organization/two-factor', mayEdit, body(requireTwoFactorSchema), async (c) => {
    const ctx = c.get('ctx')
    assertConfirmed(c.get('signedIn'))
    const organizationId = organizationIdOf(c)
    const input = { required: c.req.valid('json').required, organizationId }
    if (input.required) await enforceRateLimit(ctx, limits.twoFactorRuleByOrganization, organizationId)
    return c.json(await requireTwoFactor(ctx, input, c.get('signedIn').user.id))
  })
  .delete('/organization', mayEdit, body(deleteOrganizationSchema), async (c) => {
    assertConfirmed(c.get('signedIn'))
    const input = { organizationId: organizationIdOf(c), name: c.req.valid('json').name }
    return c.json(await deleteOrganization(c.get('ctx'), input, c.get('signedIn').user))
  })
  .post('/organization/restore', mayRestore, body(organizationIdSchema), async (c) =>
    c.json(await restoreOrganization(c.get('ctx'), organizationIdOf(c), c.get('signedIn').user.id)),
  )
  .post('/organization/leave', mayLeave, body(organizationIdSchema), async (c) => {
    await leaveOrganization(c.get('ctx'), organizationIdOf(c), c.get('signedIn').user.id)
    return c.body(null, 204)
  })

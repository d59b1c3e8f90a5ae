import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import {
  assertConfirmed,
  organizationIdOf,
  requireActiveMember,
  requireMember,
  requireMemberWith,
  requireUser,
  requireVerifiedEmail,
} from '#worker/http/session.ts'
import { assertPermission } from '#worker/membership/permissions.ts'
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

export const organizationRoutes = new Hono<AppEnv>()
  .get('/user/organizations', requireUser, async (c) =>
    c.json(await listOrganizations(c.get('ctx'), c.get('signedIn').user.id)),
  )
  .post(
    '/user/organizations',
    requireUser,
    requireVerifiedEmail,
    body(createOrganizationSchema),
    async (c) => {
      const ctx = c.get('ctx')
      const { user } = c.get('signedIn')
      await enforceRateLimit(ctx, limits.organizationByUser, String(user.id))
      return c.json(await createOrganization(ctx, c.req.valid('json'), user.id), 201)
    },
  )
  .get('/organization', requireMember, async (c) => {
    const membership = c.get('membership')
    return c.json(describeOrganization(membership))
  })
  .patch('/organization', requireActiveMember, body(updateSettingsSchema), async (c) => {
    const { role, organization } = c.get('membership')
    assertPermission(role, 'editSettings')
    const input = { ...c.req.valid('json'), organizationId: organization.id }
    return c.json(await updateSettings(c.get('ctx'), input, c.get('signedIn').user.id))
  })
  .put('/organization/two-factor', requireActiveMember, body(requireTwoFactorSchema), async (c) => {
    const ctx = c.get('ctx')
    const { role, organization } = c.get('membership')
    assertPermission(role, 'editSettings')
    assertConfirmed(c.get('signedIn'))
    const input = { required: c.req.valid('json').required, organizationId: organization.id }
    if (input.required) await enforceRateLimit(ctx, limits.twoFactorRuleByOrganization, organization.id)
    return c.json(await requireTwoFactor(ctx, input, c.get('signedIn').user.id))
  })
  .delete('/organization', requireActiveMember, body(deleteOrganizationSchema), async (c) => {
    const { role, organization } = c.get('membership')
    assertPermission(role, 'editSettings')
    assertConfirmed(c.get('signedIn'))
    const input = { organizationId: organization.id, name: c.req.valid('json').name }
    return c.json(await deleteOrganization(c.get('ctx'), input, c.get('signedIn').user))
  })
  .post('/organization/restore', requireMember, body(organizationIdSchema), async (c) => {
    const { role, organization } = c.get('membership')
    assertPermission(role, 'editSettings')
    const restored = await restoreOrganization(c.get('ctx'), organization.id, c.get('signedIn').user.id)
    return c.json(restored)
  })
  .post('/organization/leave', mayLeave, body(organizationIdSchema), async (c) => {
    await leaveOrganization(c.get('ctx'), organizationIdOf(c), c.get('signedIn').user.id)
    return c.body(null, 204)
  })

import { Hono } from 'hono'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import { enforceRateLimit, limits } from '#worker/http/rate-limits.ts'
import { requestedOrganization } from '#worker/http/requested-organization.ts'
import { requireMember, requireUser } from '#worker/http/session.ts'
import { readMonthlyCount } from '#worker/quota/monthly-count.ts'
import { createOrganizationSchema, leaveSchema, updateSettingsSchema } from './contract.ts'
import { createOrganization } from './create.ts'
import { describeOrganization } from './describe.ts'
import { listOrganizations } from './list.ts'
import { assertPermission } from './permissions.ts'
import { leaveOrganization } from './remove-member.ts'
import { updateSettings } from './update-settings.ts'

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
  .get('/organization', requireMember({ active: false }), async (c) => {
    const membership = c.get('membership')
    const counted = await readMonthlyCount(c.get('ctx'), membership.organization.id)
    return c.json(describeOrganization(membership, counted))
  })
  .patch('/organization', requireMember({ active: true }), body(updateSettingsSchema), async (c) => {
    const { role, organization } = c.get('membership')
    assertPermission(role, 'editSettings')
    const input = { ...c.req.valid('json'), organizationId: organization.id }
    return c.json(await updateSettings(c.get('ctx'), input, c.get('signedIn').user.id))
  })
  .post('/organization/leave', requireMember({ active: false }), body(leaveSchema), async (c) => {
    // Without a default: a repeated call would leave another organization.
    if (!(await requestedOrganization(c))) throw new AppError('ORGANIZATION_REQUIRED')
    await leaveOrganization(c.get('ctx'), c.get('membership').organization.id, c.get('signedIn').user.id)
    return c.body(null, 204)
  })

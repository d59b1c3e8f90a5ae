import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { requireMember, requireUser } from '#worker/http/session.ts'
import { countedThisMonth } from '#worker/validation/counted.ts'
import { describeOrganization } from './describe.ts'
import { listOrganizations } from './list.ts'

export const organizationRoutes = new Hono<AppEnv>()
  .get('/user/organizations', requireUser, async (c) =>
    c.json(await listOrganizations(c.get('ctx'), c.get('signedIn').user.id)),
  )
  .get('/organization', requireMember({ active: false }), async (c) => {
    const membership = c.get('membership')
    const counted = await countedThisMonth(c.get('ctx'), membership.organization.id)
    return c.json(describeOrganization(membership, counted))
  })

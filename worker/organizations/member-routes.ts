import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import { assertConfirmed, organizationIdOf, requireMember, requireMemberWith } from '#worker/http/session.ts'
import { rolePermissions } from '#worker/membership/constants.ts'
import { assertMayGrant } from '#worker/membership/permissions.ts'
import { changeRoleSchema, removeMemberSchema } from './contract.ts'
import { listMembers } from './list-members.ts'
import { changeRole } from './member-change.ts'
import { removeMember } from './remove-member.ts'

const mayChange = requireMemberWith({ active: true, permission: 'manageMembers' })

export const memberRoutes = new Hono<AppEnv>()
  .get('/organization/members', requireMember, async (c) => {
    const { role, organization } = c.get('membership')
    const isAdmin = rolePermissions[role].editSettings
    return c.json(await listMembers(c.get('ctx'), organization.id, { isAdmin }))
  })
  .patch('/organization/user-role', mayChange, body(changeRoleSchema), async (c) => {
    const { userId, role } = c.req.valid('json')
    const { user } = c.get('signedIn')
    const { role: own, organization } = c.get('membership')
    assertMayGrant(user, own, role)
    assertConfirmed(c.get('signedIn'))
    const change = { organizationId: organization.id, callerId: user.id, userId, role }
    return c.json(await changeRole(c.get('ctx'), change))
  })
  .delete('/organization/remove-member', mayChange, body(removeMemberSchema), async (c) => {
    const { userId, revokeTokens } = c.req.valid('json')
    const change = { organizationId: organizationIdOf(c), callerId: c.get('signedIn').user.id, userId }
    await removeMember(c.get('ctx'), { ...change, revokeTokens })
    return c.body(null, 204)
  })

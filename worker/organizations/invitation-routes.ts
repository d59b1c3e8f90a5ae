import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params } from '#worker/http/input.ts'
import { addressOf, limits, takeFromLimit } from '#worker/http/limits.ts'
import { requireMember, requireUser } from '#worker/http/session.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { invitationTokenSchema, inviteSchema } from './contract.ts'
import { findInvitation } from './find-invitation.ts'
import { assertMayInvite, invite } from './invite.ts'

export const invitationRoutes = new Hono<AppEnv>()
  .post('/organization/invite', requireMember({ active: true }), body(inviteSchema), async (c) => {
    const ctx = c.get('ctx')
    const invited = c.req.valid('json')
    const { user: inviter } = c.get('signedIn')
    const { role, organization } = c.get('membership')
    assertMayInvite(inviter, role, invited.role)
    await takeFromLimit(ctx, limits.inviteByOrganization, organization.id)
    await takeFromLimit(ctx, limits.inviteByEmail, invited.email)
    return c.json(await invite(ctx, invited, { inviter, organization }), 201)
  })
  .get('/invitations/:token', params(invitationTokenSchema, 'INVITATION_NOT_FOUND'), async (c) => {
    const ctx = c.get('ctx')
    await takeFromLimit(ctx, limits.invitationByAddress, addressOf(c))
    c.header('Cache-Control', 'no-store')
    return c.json(await findInvitation(ctx, c.req.valid('param').token))
  })
  .post('/invitations/accept', requireUser, body(invitationTokenSchema), async (c) => {
    const ctx = c.get('ctx')
    await takeFromLimit(ctx, limits.invitationByAddress, addressOf(c))
    return c.json(await acceptInvitation(ctx, c.req.valid('json').token, c.get('signedIn').user))
  })

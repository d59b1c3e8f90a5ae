import { Hono, type Context as HonoContext } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { body, params } from '#worker/http/input.ts'
import {
  assertConfirmed,
  organizationIdOf,
  requireActiveMember,
  requireMember,
  requireUser,
} from '#worker/http/session.ts'
import type { MemberRole } from '#worker/membership/constants.ts'
import { assertMayGrant, may } from '#worker/membership/permissions.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { invitationParamSchema, invitationTokenSchema, inviteSchema } from './contract.ts'
import {
  acceptInvitation,
  findInvitation,
  findOpenInvitation,
  listInvitations,
  revokeInvitation,
} from './invitations.ts'
import { type Sender, sendInvitation } from './send-invitation.ts'

async function enforceInviteLimits(c: HonoContext<AppEnv>, email: string): Promise<void> {
  const ctx = c.get('ctx')
  const { id } = c.get('signedIn').user
  await enforceRateLimit(ctx, limits.inviteByOrganization, organizationIdOf(c))
  await enforceRateLimit(ctx, limits.inviteByUserAndEmail, `${id} ${email}`)
  await enforceRateLimit(ctx, limits.inviteByEmail, email)
  await enforceRateLimit(ctx, limits.inviteByUser, String(id))
  await enforceRateLimit(ctx, limits.inviteByAddress, clientNetwork(c))
}

/** Throws ROLE_TOO_LOW, and CONFIRMATION_REQUIRED for a role that manages members. */
function assertMayInvite(c: HonoContext<AppEnv>, role: MemberRole): void {
  const signedIn = c.get('signedIn')
  assertMayGrant(signedIn.user, c.get('membership').role, role)
  if (may(role, 'manageMembers')) assertConfirmed(signedIn)
}

function senderOf(c: HonoContext<AppEnv>): Sender {
  return { inviter: c.get('signedIn').user, organization: c.get('membership').organization }
}

export const invitationRoutes = new Hono<AppEnv>()
  .post('/organization/invite', requireActiveMember, body(inviteSchema), async (c) => {
    const invited = c.req.valid('json')
    assertMayInvite(c, invited.role)
    await enforceInviteLimits(c, invited.email)
    return c.json(await sendInvitation(c.get('ctx'), invited, senderOf(c)), 201)
  })
  .get('/organization/invitations', requireMember, async (c) => {
    const { role, organization } = c.get('membership')
    assertMayGrant(c.get('signedIn').user, role)
    return c.json(await listInvitations(c.get('ctx'), organization.id))
  })
  .post(
    '/organization/invitations/:invitationId/resend',
    requireActiveMember,
    params(invitationParamSchema, 'INVITATION_NOT_FOUND'),
    async (c) => {
      const ctx = c.get('ctx')
      const id = { organizationId: organizationIdOf(c), ...c.req.valid('param') }
      assertMayGrant(c.get('signedIn').user, c.get('membership').role)
      const found = await findOpenInvitation(ctx, id)
      assertMayInvite(c, found.role)
      await enforceInviteLimits(c, found.email)
      return c.json(await sendInvitation(ctx, { ...found, resent: id.invitationId }, senderOf(c)))
    },
  )
  .delete(
    '/organization/invitations/:invitationId',
    requireActiveMember,
    params(invitationParamSchema, 'INVITATION_NOT_FOUND'),
    async (c) => {
      const id = { organizationId: organizationIdOf(c), ...c.req.valid('param') }
      await revokeInvitation(c.get('ctx'), id, c.get('signedIn').user)
      return c.body(null, 204)
    },
  )
  .post('/invitations/find', body(invitationTokenSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.invitationByAddress, clientNetwork(c))
    return c.json(await findInvitation(ctx, c.req.valid('json').token))
  })
  .post('/invitations/accept', requireUser, body(invitationTokenSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.invitationByAddress, clientNetwork(c))
    return c.json(await acceptInvitation(ctx, c.req.valid('json').token, c.get('signedIn').user))
  })

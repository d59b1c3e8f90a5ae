import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params, query } from '#worker/http/input.ts'
import {
  assertConfirmed,
  requireActiveMember,
  requireMember,
  requireVerifiedEmail,
} from '#worker/http/session.ts'
import { createTokenSchema, deleteTokenQuerySchema, tokenParamSchema } from './contract.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'
import { revokeToken } from './revoke-tokens.ts'
import { setDeleteAt } from './set-delete-at.ts'

export const tokenRoutes = new Hono<AppEnv>()
  .get('/', requireMember, async (c) =>
    c.json(await listTokens(c.get('ctx'), c.get('membership').organization.id)),
  )
  .post('/', requireActiveMember, requireVerifiedEmail, body(createTokenSchema), async (c) => {
    const organizationId = c.get('membership').organization.id
    const signedIn = c.get('signedIn')
    const input = { ...c.req.valid('json'), organizationId }
    if (input.live && input.permissions.validation) assertConfirmed(signedIn)
    return c.json(await createToken(c.get('ctx'), input, signedIn.user), 201)
  })
  .delete(
    '/:tokenId',
    requireMember,
    params(tokenParamSchema, 'TOKEN_NOT_FOUND'),
    query(deleteTokenQuerySchema),
    async (c) =>
      c.json(
        await revokeToken(c.get('ctx'), {
          organizationId: c.get('membership').organization.id,
          callerId: c.get('signedIn').user.id,
          tokenId: c.req.valid('param').tokenId,
          schedule: c.req.valid('query').schedule,
        }),
      ),
  )
  .delete('/:tokenId/schedule', requireActiveMember, params(tokenParamSchema, 'TOKEN_NOT_FOUND'), async (c) =>
    c.json(
      await setDeleteAt(
        c.get('ctx'),
        {
          organizationId: c.get('membership').organization.id,
          callerId: c.get('signedIn').user.id,
          tokenId: c.req.valid('param').tokenId,
        },
        null,
      ),
    ),
  )

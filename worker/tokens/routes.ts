import { Hono, type Context as HonoContext } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientIp } from '#worker/http/caller.ts'
import { body, params, query } from '#worker/http/input.ts'
import {
  assertConfirmed,
  organizationIdOf,
  requireActiveMember,
  requireMember,
} from '#worker/http/session.ts'
import { setAllowedIps, setDeleteAt, type TokenId } from './change-token.ts'
import { deleteTokenQuerySchema, tokenParamSchema } from './contract.ts'
import { createToken } from './create.ts'
import { changeTokenSchema, createTokenSchema, rotateTokenSchema } from './input-contract.ts'
import { listTokens } from './list.ts'
import { listTokenUsage } from './list-usage.ts'
import { revokeToken } from './revoke-tokens.ts'
import { endOldSecret, rotateToken } from './rotate.ts'

const isToken = params(tokenParamSchema, 'TOKEN_NOT_FOUND')

export const tokenRoutes = new Hono<AppEnv>()
  .get('/', requireMember, async (c) => c.json(await listTokens(c.get('ctx'), organizationIdOf(c))))
  .post('/', requireActiveMember, body(createTokenSchema), async (c) => {
    const organizationId = organizationIdOf(c)
    const signedIn = c.get('signedIn')
    const input = { ...c.req.valid('json'), organizationId }
    if (input.live && input.permissions.validation) assertConfirmed(signedIn)
    return c.json(await createToken(c.get('ctx'), input, signedIn.user), 201)
  })
  .get('/usage', requireMember, async (c) => c.json(await listTokenUsage(c.get('ctx'), organizationIdOf(c))))
  .get('/client-ip', requireMember, (c) => c.json({ ip: clientIp(c) }))
  .patch('/:tokenId', requireActiveMember, isToken, body(changeTokenSchema), async (c) => {
    const { isConfirmed } = c.get('signedIn')
    const id = { ...idOf(c, c.req.valid('param')), isConfirmed }
    return c.json(await setAllowedIps(c.get('ctx'), id, c.req.valid('json').allowedIps))
  })
  .delete('/:tokenId', requireMember, isToken, query(deleteTokenQuerySchema), async (c) => {
    const { schedule } = c.req.valid('query')
    return c.json(await revokeToken(c.get('ctx'), { ...idOf(c, c.req.valid('param')), schedule }))
  })
  .delete('/:tokenId/schedule', requireActiveMember, isToken, async (c) =>
    c.json(await setDeleteAt(c.get('ctx'), idOf(c, c.req.valid('param')), null)),
  )
  .post('/:tokenId/rotate', requireActiveMember, isToken, body(rotateTokenSchema), async (c) => {
    const { user, isConfirmed } = c.get('signedIn')
    const { oldSecretEnds } = c.req.valid('json')
    const id = { ...idOf(c, c.req.valid('param')), oldSecretEnds }
    return c.json(await rotateToken(c.get('ctx'), id, { email: user.email, isConfirmed }))
  })
  .delete('/:tokenId/old-secret', requireMember, isToken, async (c) =>
    c.json(await endOldSecret(c.get('ctx'), idOf(c, c.req.valid('param')))),
  )

const idOf = (c: HonoContext<AppEnv>, { tokenId }: z.output<typeof tokenParamSchema>): TokenId => ({
  organizationId: organizationIdOf(c),
  callerId: c.get('signedIn').user.id,
  tokenId,
})

import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import { rolePermissions } from '#worker/membership/constants.ts'
import type { Changer } from '#worker/membership/permissions.ts'
import type { AuthorizationRequest, Caller } from '#worker/quota/authorization.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { parseToken } from '#worker/quota/parse-token.ts'
import { anonymousHeaders, rateLimitHeaders, unknownTokenHeaders } from '#worker/quota/rate-limit-headers.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import type { AppEnv } from './app-env.ts'
import { bearerToken, clientIp, clientNetwork } from './caller.ts'
import { loadMembership } from './session.ts'

export type Identity = {
  organizationId: string
  member: Changer
  /** A test token sees only what test tokens made. */
  isTest: boolean
  tokenHash?: string
  caller?: Caller
}

/** Runs before the input is checked, so that its errors also have the `RateLimit` headers. */
export const identifyCaller = createMiddleware<AppEnv>(async (c, next) => {
  const token = bearerToken(c)
  if (token !== undefined) c.set('identity', await identifyToken(c, token))
  await next()
})

export async function identify(
  c: HonoContext<AppEnv>,
  { active = false, readsBody = true } = {},
): Promise<Identity> {
  const identity = c.get('identity')
  if (identity) return identity
  const { organization, role } = await loadMembership(c, { active, readsBody })
  const member = {
    userId: c.get('signedIn').user.id,
    mayManageAll: rolePermissions[role].manageTokens,
  }
  return { organizationId: organization.id, member, isTest: false }
}

export async function identifyToken(c: HonoContext<AppEnv>, token: string): Promise<Identity> {
  const parsed = await parseToken(token)
  if (parsed?.kind === 'sandbox') throw new AppError('SANDBOX_TOKEN_REFUSED')
  if (!parsed) {
    for (const [name, value] of Object.entries(unknownTokenHeaders())) c.header(name, value)
    throw refusalError('UNKNOWN_TOKEN', 0, new Date())
  }
  const { tokenHash, organizationId, kind } = parsed
  const isTest = kind === 'test'
  const caller = await authorizeToken(c, { tokenHash, organizationId, isTest, ip: clientIp(c) })
  return { organizationId, member: null, isTest, tokenHash, caller }
}

export async function authorizeToken(
  c: HonoContext<AppEnv>,
  token: Pick<AuthorizationRequest, 'tokenHash' | 'organizationId' | 'isTest' | 'ip'>,
): Promise<Caller> {
  const request = { ...token, address: clientNetwork(c), permission: 'read' } as const
  const authorization = await authorize(c.get('ctx'), request)
  const headers = authorization.caller
    ? rateLimitHeaders(authorization.caller, authorization.at)
    : authorization.authorized
      ? {}
      : anonymousHeaders(authorization)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (authorization.authorized) return authorization.caller
  throw refusalError(authorization.refusal, authorization.wait, authorization.at)
}

import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import {
  type AuthorizationRequest,
  type Caller,
  type Refused,
  UNKNOWN_TOKENS,
} from '#worker/quota/authorization.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { anonymousHeaders, rateLimitHeaders } from '#worker/quota/rate-limit-headers.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { parseToken } from '#worker/token-format.ts'
import type { AppEnv, Identity } from './app-env.ts'
import { bearerToken, clientIp, clientNetwork } from './caller.ts'
import { loadMembership } from './session.ts'

/** Runs before the input is checked, so that its errors also have the `RateLimit` headers. */
export const identifyCaller = createMiddleware<AppEnv>(async (c, next) => {
  const token = bearerToken(c)
  if (token !== undefined) c.set('identity', await identifyToken(c, token))
  await next()
})

/** With `validation`, throws PERMISSION_MISSING for a token that has only `read`. */
export async function identify(
  c: HonoContext<AppEnv>,
  { active = false, readsBody = true, validation = false } = {},
): Promise<Identity> {
  const identity = c.get('identity')
  if (identity && validation && !identity.caller?.canUseRegisters) throw noValidation()
  if (identity) return identity
  const { organization } = await loadMembership(c, { active, readsBody })
  return { organizationId: organization.id, userId: c.get('signedIn').user.id, isTest: false }
}

const noValidation = () =>
  new AppError('PERMISSION_MISSING', {
    message: 'This API token has no "Tax Validation API Access".',
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  })

export async function identifyToken(c: HonoContext<AppEnv>, token: string): Promise<Identity> {
  const parsed = await parseToken(token)
  if (parsed?.kind === 'sandbox') throw new AppError('SANDBOX_TOKEN_REFUSED')
  if (!parsed)
    return refuse(c, {
      authorized: false,
      at: new Date(),
      refusal: 'UNKNOWN_TOKEN',
      retryAfter: 0,
      left: UNKNOWN_TOKENS.calls,
    })
  const { tokenHash, organizationId, kind } = parsed
  const isTest = kind === 'test'
  const caller = await authorizeToken(c, { tokenHash, organizationId, isTest, ip: clientIp(c) })
  return { organizationId, userId: null, isTest, tokenHash, caller }
}

export async function authorizeToken(
  c: HonoContext<AppEnv>,
  token: Pick<AuthorizationRequest, 'tokenHash' | 'organizationId' | 'isTest' | 'ip'>,
): Promise<Caller> {
  const request = { ...token, clientNetwork: clientNetwork(c), permission: 'read' } as const
  const authorization = await authorize(c.get('ctx'), request)
  if (!authorization.authorized) return refuse(c, authorization)
  setHeaders(c, rateLimitHeaders(authorization.caller, authorization.at))
  return authorization.caller
}

export function refuse(c: HonoContext<AppEnv>, refused: Refused): never {
  const { at, caller } = refused
  setHeaders(c, caller ? rateLimitHeaders(caller, at) : anonymousHeaders(refused))
  throw refusalError(refused)
}

function setHeaders(c: HonoContext<AppEnv>, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}

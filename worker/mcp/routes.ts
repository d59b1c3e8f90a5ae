import { Hono, type Context as HonoContext } from 'hono'
import { cors } from 'hono/cors'
import * as z from 'zod'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { bearerToken, clientIp, clientNetwork } from '#worker/http/caller.ts'
import { countFailures, handleError, routeNotFound } from '#worker/http/error-handler.ts'
import { identifyToken, refuse } from '#worker/http/identify.ts'
import { requireJson } from '#worker/http/input.ts'
import { limitBody, securityHeaders } from '#worker/http/middleware.ts'
import { requestContext } from '#worker/http/request-context.ts'
import { requestLog } from '#worker/http/request-log.ts'
import { dashboardContext } from '#worker/http/session.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { PROTECTED_RESOURCE_PATH } from '#worker/oauth/contract.ts'
import { mayLoadToken, refuseUnknownToken } from '#worker/quota/authorize.ts'
import { apiRoutesAt } from '#worker/route-api-call.ts'
import { parseToken } from '#worker/token-format.ts'
import { ApiRefusal, type CallApi } from './call-api.ts'
import { answerMcp } from './server.ts'

const anyOrigin = cors({
  origin: '*',
  allowMethods: ['POST'],
  allowHeaders: ['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  exposeHeaders: ['Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
  maxAge: 86_400,
})

export const mcpRoutes = new Hono<AppEnv>()
  .basePath('/api/mcp')
  .use(requestLog)
  .use(securityHeaders)
  .use(requestContext)
  .use(countFailures)
  .use(anyOrigin)
  .use(dashboardContext)
  .use(async (c, next) => {
    await next()
    if (c.res.status === 401) c.res.headers.set('WWW-Authenticate', challenge(c))
    // Streams are `no-cache`, with which a cache may store them.
    c.res.headers.set('Cache-Control', 'no-store, no-transform')
  })
  .use(limitBody)
  .use(requireJson)
  .post('/', async (c) => {
    const token = await tokenOf(c)
    await identifyToken(c, token)
    await refuseBatches(c.req.raw)
    return await answerMcp(c.req.raw, apiOf(c, token))
  })

mcpRoutes.notFound(routeNotFound(mcpRoutes))
mcpRoutes.onError(handleError)

/** Leads a client without a token to sign-in: RFC 9728. */
const challenge = (c: HonoContext<AppEnv>) =>
  `Bearer resource_metadata="${c.get('ctx').settings.APP_ORIGIN}${PROTECTED_RESOURCE_PATH}"${
    bearerToken(c) ? ', error="invalid_token"' : ''
  }`

async function tokenOf(c: HonoContext<AppEnv>): Promise<string> {
  const bearer = bearerToken(c)
  if (!bearer) throw new AppError('TOKEN_REQUIRED')
  if (await parseToken(bearer)) return bearer
  return looksIssued(bearer) ? await tokenOfApp(c, bearer) : bearer
}

/** Other tokens need no storage to be refused. */
const looksIssued = (accessToken: string) => accessToken.split(':').length === 3

const MAX_KNOWN = 2_000

/** Access tokens that were valid. They still are looked up when their network has sent too many others. */
const known = new BoundedCache<string, true>(MAX_KNOWN)

async function tokenOfApp(c: HonoContext<AppEnv>, accessToken: string): Promise<string> {
  const ctx = c.get('ctx')
  const network = clientNetwork(c)
  if (known.get(accessToken) || mayLoadToken(network)) {
    const { readTokenOfApp } = await import('#worker/oauth/authorization-server.ts')
    const token = await readTokenOfApp(ctx, c.env, accessToken)
    if (token) known.set(accessToken, true)
    if (token) return token
  }
  return refuse(c, refuseUnknownToken(ctx.now, network))
}

/** The protocol dropped them in June 2025. One would run up to 100 tools. */
async function refuseBatches(request: Request): Promise<void> {
  const message: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  if (Array.isArray(message))
    throw new AppError('INVALID_INPUT', { message: 'Send one JSON-RPC message per request.' })
}

const refusalSchema = z.looseObject({ code: z.string(), message: z.string() })

function apiOf(c: HonoContext<AppEnv>, token: string): CallApi {
  return async (schema, { path, body, idempotencyKey }) => {
    const url = new URL(`/api/tinproof${path}`, c.req.url)
    const request = new Request(url, {
      headers: {
        Authorization: `Bearer ${token}`,
        'CF-Connecting-IP': clientIp(c),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const routes = await apiRoutesAt(url.pathname)
    const response = await routes.fetch(request, c.env, c.executionCtx)
    const answer: unknown = await response.json()
    if (!response.ok) throw new ApiRefusal(refusalSchema.parse(answer))
    return schema.parse(answer)
  }
}

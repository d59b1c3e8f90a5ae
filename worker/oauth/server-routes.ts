import { Hono, type Context as HonoContext } from 'hono'
import { cors } from 'hono/cors'
import * as z from 'zod'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { handleError, routeNotFound } from '#worker/http/error-handler.ts'
import { limitBody, securityHeaders } from '#worker/http/middleware.ts'
import { requestContext } from '#worker/http/request-context.ts'
import { requestLog } from '#worker/http/request-log.ts'
import { dashboardContext } from '#worker/http/session.ts'
import { enforceIsolateLimit, enforceRateLimit, isolateLimits, limits } from '#worker/rate-limits.ts'
import {
  answerTokenRequest,
  authorizationServer,
  REGISTER_PATH,
  resourceMetadata,
  storageOf,
  TOKEN_PATH,
} from './authorization-server.ts'
import { PROTECTED_RESOURCE_PATH } from './contract.ts'

const METADATA_PATH = '/.well-known/oauth-authorization-server'

/** Clients in a browser send the version of the protocol. */
const anyOrigin = cors({
  origin: '*',
  allowMethods: ['GET'],
  allowHeaders: ['MCP-Protocol-Version'],
  maxAge: 86_400,
})

export const oauthServerRoutes = new Hono<AppEnv>()
  .use(requestLog)
  .use(securityHeaders)
  .use(requestContext)
  .use(dashboardContext)
  .use(async (c, next) => {
    await next()
    // What is set before is missing in the library's responses.
    c.res.headers.set('X-Request-Id', c.get('base').requestId)
  })
  .use(limitBody)
  .use(PROTECTED_RESOURCE_PATH, anyOrigin)
  .get(PROTECTED_RESOURCE_PATH, (c) => c.json(resourceMetadata(c.get('ctx'))))
  .post(REGISTER_PATH, async (c, next) => {
    await enforceRateLimit(c.get('base'), limits.appRegistrationByAddress, clientNetwork(c))
    await next()
  })
  .post(TOKEN_PATH, async (c) => {
    enforceIsolateLimit(isolateLimits.appTokensByAddress, clientNetwork(c))
    return answerTokenRequest(c.get('ctx'), c.env, ownRequest(c), executionContextOf(c))
  })
  .on('ALL', [REGISTER_PATH, TOKEN_PATH, METADATA_PATH], (c) =>
    authorizationServer(c.get('ctx')).fetch(ownRequest(c), storageOf(c.env), executionContextOf(c)),
  )

oauthServerRoutes.notFound(routeNotFound(oauthServerRoutes))
oauthServerRoutes.onError(async (error, c) => {
  c.header('Access-Control-Allow-Origin', '*')
  const answer = handleError(error, c)
  const body = z
    .object({ message: z.string() })
    .loose()
    .parse(await answer.json())
  return Response.json({ error: oauthError(answer.status), error_description: body.message, ...body }, answer)
})

/** RFC 6749. After `server_error`, or an answer without any, MCP clients make people sign in again. */
function oauthError(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status < 500 ? 'invalid_request' : 'server_error'
}

/** At the dashboard's origin, which issues the tokens. */
function ownRequest(c: HonoContext<AppEnv>): Request {
  const { pathname, search } = new URL(c.req.url)
  return new Request(`${c.get('ctx').settings.APP_ORIGIN}${pathname}${search}`, c.req.raw)
}

/** Cast: Hono's type lacks what Cloudflare's has. */
const executionContextOf = (c: HonoContext<AppEnv>) => c.executionCtx as ExecutionContext

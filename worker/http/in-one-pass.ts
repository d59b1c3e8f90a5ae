import { Hono, type Context as HonoContext } from 'hono'
import { createContext } from '#worker/context.ts'
import type { AppError } from '#worker/errors.ts'
import { logRequest } from '#worker/lib/log.ts'
import type { AppEnv } from './app-env.ts'
import { errorAnswer } from './error-handler.ts'
import { isJson } from './input.ts'
import { allowAnyOrigin, MAX_BODY, securityHeaders } from './middleware.ts'
import { coloOf } from './request-log.ts'

type Answer = { answer: object | AppError; headers: Readonly<Record<string, string>> }

/** The middleware refuses or limits any other request. */
export function fitsOnePass(c: HonoContext<AppEnv>): boolean {
  const length = c.req.header('Content-Length')
  return (
    c.req.method === 'POST' &&
    length !== undefined &&
    Number(length) > 0 &&
    Number(length) <= MAX_BODY &&
    c.req.header('Transfer-Encoding') === undefined &&
    isJson(c)
  )
}

/**
 * Answers a call with an API token as all the middleware together would, with the same headers and log line. Passing
 * through each of them takes as long as the rest of the call.
 */
export async function inOnePass(
  c: HonoContext<AppEnv>,
  route: string,
  call: () => Promise<Answer>,
): Promise<Response> {
  const startedAt = Date.now()
  const requestId = crypto.randomUUID()
  c.set('startedAt', startedAt)
  const { answer, headers } = await answerOf(c, requestId, call)
  const error =
    answer instanceof Error ? errorAnswer(answer, `${c.req.method} ${route}`, requestId) : undefined
  const status = error?.status ?? 200
  const milliseconds = Date.now() - startedAt
  const response = new Response(JSON.stringify(error?.body ?? answer), {
    status,
    headers: await sameForAll(),
  })
  response.headers.set('X-Request-Id', requestId)
  response.headers.set('Server-Timing', `total;dur=${milliseconds}`)
  for (const name in headers) response.headers.set(name, headers[name] ?? '')
  for (const name in error?.headers) response.headers.set(name, error?.headers[name] ?? '')
  logRequest({
    requestId,
    method: c.req.method,
    route,
    status,
    code: error?.code,
    milliseconds,
    colo: coloOf(c.req.raw),
  })
  return response
}

async function answerOf(
  c: HonoContext<AppEnv>,
  requestId: string,
  call: () => Promise<Answer>,
): Promise<{ answer: object; headers: Answer['headers'] }> {
  try {
    c.set(
      'ctx',
      createContext(c.env, requestId, (work) => c.executionCtx.waitUntil(work)),
    )
    return await call()
  } catch (error) {
    return { answer: error instanceof Error ? error : new Error(String(error)), headers: {} }
  }
}

let madeHeaders: Headers | undefined

/** What the middleware adds to every answer. */
async function sameForAll(): Promise<Headers> {
  if (madeHeaders) return madeHeaders
  const app = new Hono()
    .use(securityHeaders)
    .use(allowAnyOrigin)
    .get('/', (c) => c.json({}))
  const { headers } = await app.request('/')
  headers.set('Cache-Control', 'no-store')
  madeHeaders = headers
  return headers
}

import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { parseAccept } from 'hono/utils/accept'
import { AppError, errorDocsPath, errorTable } from '#worker/errors.ts'
import { logError } from '#worker/lib/log.ts'
import { deletedOwner, isOutage } from '#worker/lib/outage.ts'
import { countFailure, hasFailures, writeFailures } from '#worker/status/api-failures.ts'
import { TEST_PREFIX } from '#worker/token-format.ts'
import type { AppEnv } from './app-env.ts'
import { bearerToken } from './caller.ts'

const RETRY_AFTER_OUTAGE = 5

type Route = { method: string; path: string }
type Routes = { readonly routes: readonly Route[] }

const routesAt = ({ routes }: Routes, path: string) => routes.filter((route) => route.path === path)

/** Whether a path of its own, such as `/batches/csv`, lacks the method, which `/batches/:batchId` may have. */
export function lacksMethod(app: Routes, { method, path }: Route): boolean {
  const own = routesAt(app, path)
  return own.length > 0 && own.every((route) => route.method !== (method === 'HEAD' ? 'GET' : method))
}

function methodsOf(app: Routes, path: string): ReadonlySet<string> {
  const own = routesAt(app, path)
  const fits = (route: Route) => RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
  const here = own.length > 0 ? own : app.routes.filter(fits)
  return new Set(here.map(({ method }) => method).filter((method) => method !== 'ALL'))
}

/** Thrown, the error would skip what the middleware adds to a response. */
export const routeNotFound =
  (app: Routes) =>
  (c: HonoContext<AppEnv>): Response => {
    const methods = [...methodsOf(app, c.req.path)]
    const Allow = methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')
    return handleError(
      Allow
        ? new AppError('METHOD_NOT_ALLOWED', {
            message: `This URL supports only ${Allow}.`,
            headers: { Allow },
          })
        : new AppError('ROUTE_NOT_FOUND'),
      c,
    )
  }

/** Callers with a test token can request an error. */
const isSimulated = (c: HonoContext<AppEnv>, error: unknown): boolean =>
  c.get('isSandbox') === true && error instanceof AppError

/** RFC 9457. Only for callers that name it and prefer it to JSON, because others compare the content type. */
function prefersProblem(accept: string | undefined): boolean {
  const accepted = parseAccept(accept ?? '')
  const quality = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q ?? 0
  return quality('application/problem+json') > quality('application/json')
}

/** Only the messages of AppErrors reach callers. */
export function handleError(error: unknown, c: HonoContext<AppEnv>): Response {
  const requestId = c.res.headers.get('X-Request-Id') ?? crypto.randomUUID()
  const { code, status, message, details, retryAfter, headers, fields } = toAppError(error)
  if (status >= 500 && code !== 'SETTINGS_INVALID' && !isSimulated(c, error))
    logError(`${c.req.method} ${c.req.routePath}`, error, requestId)
  c.set('errorCode', code)
  c.header('X-Request-Id', requestId)
  c.header('Cache-Control', 'no-store')
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  const path = errorDocsPath(code)
  const docs = path && new URL(path, c.req.url).href
  const isProblem = prefersProblem(c.req.header('Accept'))
  return c.json(
    {
      ...(isProblem && {
        type: docs ?? 'about:blank',
        title: errorTable[code].message,
        status,
        detail: message,
      }),
      message,
      code,
      requestId,
      ...(docs && { docs }),
      ...(details && { details }),
      ...fields,
      ...(bearerToken(c)?.startsWith(TEST_PREFIX) && { live: false }),
    },
    status,
    isProblem ? { 'Content-Type': 'application/problem+json' } : undefined,
  )
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status < 500) return new AppError('INVALID_JSON')
  if (isOutage(error)) {
    return new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_OUTAGE, cause: error })
  }
  // Deleted since the request was authorized.
  const deleted = deletedOwner(error)
  if (deleted === 'users') return new AppError('NOT_SIGNED_IN')
  if (deleted === 'organizations') return new AppError('ORGANIZATION_NOT_FOUND')
  if (deleted === 'batches') return new AppError('BATCH_CANCELED')
  return new AppError('INTERNAL', { cause: error })
}

export const countFailures = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { redis, waitUntil } = c.get('base')
  if (c.res.status >= 500 && !isSimulated(c, c.error)) countFailure(redis, Date.now())
  if (hasFailures(redis)) waitUntil(writeFailures(redis, Date.now()))
})

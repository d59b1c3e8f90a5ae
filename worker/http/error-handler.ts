import type { Context as HonoContext } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { RedisUnavailable } from '#worker/clients/redis.ts'
import { AppError } from '#worker/errors.ts'
import { logError } from '#worker/lib/log.ts'
import type { AppEnv } from './app-env.ts'

const RETRY_AFTER_OUTAGE = 5

export function routeNotFound(): never {
  throw new AppError('ROUTE_NOT_FOUND')
}

/** Only the messages of AppErrors reach callers. */
export async function handleError(error: unknown, c: HonoContext<AppEnv>): Promise<Response> {
  const requestId = c.res.headers.get('X-Request-Id') ?? crypto.randomUUID()
  const { code, status, message, details, retryAfter, headers, fields } = await toAppError(error)
  if (status >= 500 && code !== 'SETTINGS_INVALID')
    logError(`${c.req.method} ${c.req.routePath}`, error, requestId)
  c.set('errorCode', code)
  c.header('X-Request-Id', requestId)
  c.header('Cache-Control', 'no-store')
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return c.json({ message, code, requestId, ...(details && { details }), ...fields }, status)
}

async function toAppError(error: unknown): Promise<AppError> {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) {
    if (error.status === 413) return new AppError('BODY_TOO_LARGE')
    if (error.status < 500) return new AppError('INVALID_JSON')
  }
  if (await isOutage(error)) {
    return new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_OUTAGE, cause: error })
  }
  return new AppError('INTERNAL', { cause: error })
}

async function isOutage(error: unknown): Promise<boolean> {
  if (error instanceof RedisUnavailable) return true
  const { isDatabaseOutage } = await import('#db/outage.ts')
  return isDatabaseOutage(error)
}

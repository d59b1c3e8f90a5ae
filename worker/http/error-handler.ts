import { NeonDbError } from '@neondatabase/serverless'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { RedisUnavailable } from '#worker/clients/redis.ts'
import { AppError } from '#worker/errors.ts'
import { logError } from '#worker/lib/log.ts'
import type { AppEnv } from './app-env.ts'

const RETRY_AFTER_OUTAGE = 5
/** Connection lost, undone for another's sake, out of resources, shut down: SQLSTATE classes 08, 40, 53 and 57. */
const OUTAGE_CLASSES = /^(08|40|53|57)/

/** Every error as `{ message, code, requestId, details? }`. What is not an AppError says a fixed sentence. */
export function handleError(error: unknown, c: HonoContext<AppEnv>): Response {
  const requestId = c.res.headers.get('X-Request-Id') ?? crypto.randomUUID()
  const told = toAppError(error)
  // A setting that is missing is told to the caller by name; there is nothing more to log.
  if (told.status >= 500 && told.code !== 'SETTINGS_INVALID')
    logError(`${c.req.method} ${c.req.routePath}`, error, requestId)
  c.header('X-Request-Id', requestId)
  c.header('Cache-Control', 'no-store')
  if (told.retryAfter !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(told.retryAfter))))
  for (const [name, value] of Object.entries(told.headers)) c.header(name, value)
  return c.json(
    {
      message: told.message,
      code: told.code,
      requestId,
      ...(told.details && { details: told.details }),
      ...told.fields,
    },
    told.status,
  )
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) {
    if (error.status === 413) return new AppError('BODY_TOO_LARGE')
    if (error.status < 500) return new AppError('INVALID_JSON')
  }
  if (isOutage(error)) {
    return new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_OUTAGE, cause: error })
  }
  return new AppError('INTERNAL', { cause: error })
}

/** PostgreSQL's own error carries an SQLSTATE; without one it did not answer, not in time, or not as PostgreSQL does. */
function isOutage(error: unknown): boolean {
  if (error instanceof RedisUnavailable) return true
  if (!(error instanceof DrizzleQueryError || error instanceof NeonDbError)) return false
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const state = cause instanceof NeonDbError ? cause.code : undefined
  return !state || OUTAGE_CLASSES.test(state)
}

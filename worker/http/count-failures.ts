import { createMiddleware } from 'hono/factory'
import { countFailure, hasFailures, writeFailures } from '#worker/status/api-failures.ts'
import type { AppEnv } from './app-env.ts'
import { isSimulated } from './error-handler.ts'

/** Counts the 5xx answers of API calls for the status page, after the answer. A register that is down causes none. */
export const countFailures = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { redis, waitUntil } = c.get('base')
  if (c.res.status >= 500 && !isSimulated(c, c.error)) countFailure(redis, Date.now())
  if (hasFailures(redis)) waitUntil(writeFailures(redis))
})

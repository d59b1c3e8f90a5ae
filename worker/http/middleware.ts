import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { AppError, bodyTooLarge } from '#worker/errors.ts'

export const MAX_BODY_BYTES = 64 * 1024
const A_YEAR = 31_536_000

export const securityHeaders = secureHeaders({
  strictTransportSecurity: `max-age=${A_YEAR}; includeSubDomains`,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: 'cross-origin',
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  // These matter only for pages or to browsers that are no longer in use.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

const exposedHeaders = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'X-Request-Id',
].join(',')

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
  maxAge: 86_400,
})

/** Without credentials. Not Hono's middleware, which would make a second response and copy all headers. */
export const allowAnyOrigin = createMiddleware(async (c, next) => {
  if (c.req.method === 'OPTIONS') return await preflight(c, next)
  await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.set('Access-Control-Expose-Headers', exposedHeaders)
})

const limit = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => Promise.reject(bodyTooLarge(MAX_BODY_BYTES)),
})

/** Reads a body of unknown length. What comes next handles its own errors. */
export const limitBody = createMiddleware(async (c, next) => {
  try {
    return await limit(c, next)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('BODY_INCOMPLETE', { cause })
  }
})

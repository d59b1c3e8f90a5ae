import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '#worker/errors.ts'

/** In bytes. */
const MAX_BODY = 64 * 1024
const A_YEAR = 31_536_000

export const securityHeaders = secureHeaders({
  strictTransportSecurity: `max-age=${A_YEAR}; includeSubDomains`,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: 'cross-origin',
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
})

/** Without credentials: a browser sends no cookie, and the answer is readable only with a bearer token. */
export const allowAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
  exposeHeaders: [
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Server-Timing',
    'X-Request-Id',
  ],
  maxAge: 86_400,
})

export const limitBody = bodyLimit({
  maxSize: MAX_BODY,
  onError: () => Promise.reject(new AppError('BODY_TOO_LARGE')),
})

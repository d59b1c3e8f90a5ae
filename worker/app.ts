import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { googleRoutes } from './accounts/google-routes.ts'
import { passwordRoutes } from './accounts/password-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { signUpRoutes } from './accounts/sign-up-routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { AppError } from './errors.ts'
import type { AppEnv } from './http/app-env.ts'
import { handleError } from './http/error-handler.ts'
import { requireJson } from './http/input.ts'
import { requestContext } from './http/request-context.ts'
import { sameOrigin } from './http/same-origin.ts'
import { requireTokenOrSession } from './http/token-or-session.ts'
import { invitationRoutes } from './organizations/invitation-routes.ts'
import { memberRoutes } from './organizations/member-routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { serviceRoutes } from './service/routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { validationRoutes } from './validation/routes.ts'

const MAX_BODY = 64 * 1024
const A_YEAR = 31_536_000

const app = new Hono<AppEnv>()
  .use(
    secureHeaders({
      strictTransportSecurity: `max-age=${A_YEAR}; includeSubDomains`,
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      crossOriginResourcePolicy: 'cross-origin',
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
    }),
  )
  .use(requestContext)
  .use(
    '/api/tinproof/*',
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['Authorization', 'Content-Type'],
      exposeHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'Server-Timing', 'X-Request-Id'],
      maxAge: 86_400,
    }),
  )
  .use('/api/tinproof/validate', requireTokenOrSession)
  .use(sameOrigin)
  .use(bodyLimit({ maxSize: MAX_BODY, onError: () => Promise.reject(new AppError('BODY_TOO_LARGE')) }))
  .use(requireJson)
  .route('/auth/google', googleRoutes)
  .route('/api', serviceRoutes)
  .route('/api', accountRoutes)
  .route('/api', signUpRoutes)
  .route('/api', passwordRoutes)
  .route('/api', organizationRoutes)
  .route('/api', invitationRoutes)
  .route('/api', memberRoutes)
  .route('/api/tokens', tokenRoutes)
  .route('/api/projects', projectRoutes)
  .route('/api/activity', activityRoutes)
  .route('/api/admin', adminRoutes)
  .route('/api/tinproof', validationRoutes)

app.notFound(() => {
  throw new AppError('ROUTE_NOT_FOUND')
})
app.onError(handleError)

/** The routes with their inputs and answers, for `hc<AppType>()`. */
export type AppType = typeof app

export { app }

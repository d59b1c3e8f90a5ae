import { Hono } from 'hono'
import type { ExtractSchema } from 'hono/types'
import { demoRoutes } from '#worker/billing/routes.ts'
import { dashboardContext } from '#worker/http/session.ts'
import { passwordRoutes } from './accounts/passwords/routes.ts'
import { sessionRoutes } from './accounts/sessions/routes.ts'
import { googleRoutes } from './accounts/sign-in/google-routes.ts'
import { signInRoutes } from './accounts/sign-in/routes.ts'
import { signUpRoutes } from './accounts/sign-up/routes.ts'
import { twoFactorRoutes } from './accounts/two-factor/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { memberBatchRoutes } from './batches/member-routes.ts'
import type { batchRoutes } from './batches/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { subscriptionRoutes } from './billing/subscription-routes.ts'
import { exportRoutes } from './exports/routes.ts'
import type { AppEnv } from './http/app-env.ts'
import { handleError, routeNotFound } from './http/error-handler.ts'
import { requireJson } from './http/input.ts'
import { limitBody, securityHeaders } from './http/middleware.ts'
import { requestContext } from './http/request-context.ts'
import { requestLog } from './http/request-log.ts'
import { sameOrigin } from './http/same-origin.ts'
import type { monitorRoutes } from './monitors/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { invitationRoutes } from './organizations/invitation-routes.ts'
import { memberRoutes } from './organizations/member-routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { jwksRoutes, memberRecordRoutes } from './records/member-routes.ts'
import type { recordRoutes } from './records/routes.ts'
import { serviceRoutes } from './service/routes.ts'
import { supportAdminRoutes } from './support/admin-routes.ts'
import { supportRoutes } from './support/routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import type { validationRoutes } from './validation/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export const app = new Hono<AppEnv>()
  .use(requestLog)
  .use(securityHeaders)
  .use(requestContext)
  .use(dashboardContext)
  .use(sameOrigin)
  .use(limitBody)
  .use(requireJson)
  .route('/auth/google', googleRoutes)
  .route('/api', serviceRoutes)
  .route('/api', signInRoutes)
  .route('/api', signUpRoutes)
  .route('/api', passwordRoutes)
  .route('/api', sessionRoutes)
  .route('/api', profileRoutes)
  .route('/api/user/two-factor', twoFactorRoutes)
  .route('/api', organizationRoutes)
  .route('/api', exportRoutes)
  .route('/api/batches', memberBatchRoutes)
  .route('/api', invitationRoutes)
  .route('/api', memberRoutes)
  .route('/api/tokens', tokenRoutes)
  .route('/api/projects', projectRoutes)
  .route('/api/oauth', oauthRoutes)
  .route('/api/webhooks', webhookRoutes)
  .route('/api/organization/onboarding', onboardingRoutes)
  .route('/api/records', memberRecordRoutes)
  .route('/.well-known', jwksRoutes)
  .route('/api/activity', activityRoutes)
  .route('/api', auditRoutes)
  .route('/api', demoRoutes)
  .route('/api', billingRoutes)
  .route('/api/support', supportRoutes)
  .route('/api', subscriptionRoutes)
  .route('/api/admin', adminRoutes)
  .route('/api/admin/support', supportAdminRoutes)

app.notFound(routeNotFound(app))
app.onError(handleError)

export type AppType = Hono<
  AppEnv,
  ExtractSchema<
    typeof app | typeof validationRoutes | typeof batchRoutes | typeof monitorRoutes | typeof recordRoutes
  >
>

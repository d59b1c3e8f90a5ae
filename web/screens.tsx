import { type ComponentType, Fragment } from 'react'
import { Route } from 'react-router'
import { type LazyComponent, lazyComponent } from './lib/lazy-component.tsx'
import { paths } from './paths.ts'

export type Screens = Readonly<Record<string, LazyComponent>>

/** Of a file that exports nothing else. Without names, because each screen is in the first load. */
export const screen = (load: () => Promise<Record<string, ComponentType>>) =>
  lazyComponent(async () => {
    const [Screen = Fragment] = Object.values(await load())
    return Screen
  })

export const routesTo = (screens: Screens) =>
  Object.entries(screens).map(([path, Screen]) => <Route key={path} path={path} element={<Screen />} />)

const dashboardPage = screen(() => import('./dashboard/dashboard-page.tsx'))
const checkoutPage = screen(() => import('./billing/checkout-page.tsx'))
const paddleDemoPage = screen(() => import('./billing/paddle-demo-page.tsx'))
const productsPage = screen(() => import('./billing/products-page.tsx'))

export const NotFoundPage = screen(() => import('./layout/not-found-page.tsx'))

export const AcceptInvitationPage = screen(() => import('./accounts/accept-invitation-page.tsx'))

/** These links open even for a signed-in user: an email may be for another account, and a record is for anyone. */
export const linkScreens: Screens = {
  [paths.verify]: screen(() => import('./accounts/verify-page.tsx')),
  [paths.resetPassword]: screen(() => import('./accounts/reset-password-page.tsx')),
  [paths.confirmEmail]: screen(() => import('./accounts/confirm-email-page.tsx')),
  [paths.connectApp]: screen(() => import('./tokens/connect-app-page.tsx')),
  [paths.sharedRecord]: screen(() => import('./records/shared-record-page.tsx')),
}

export const signedOutScreens: Screens = {
  ...linkScreens,
  [paths.auth]: screen(() => import('./accounts/auth-page.tsx')),
  [paths.products]: productsPage,
  [`${paths.admin}/*`]: screen(() => import('./admin/access-denied.tsx')),
  [paths.checkout]: checkoutPage,
  [paths.paddleDemo]: paddleDemoPage,
}

export const organizationScreens: Screens = {
  [paths.dashboard]: dashboardPage,
  [paths.dashboardAlias]: dashboardPage,
  [paths.tokens]: screen(() => import('./tokens/tokens-page.tsx')),
  [`${paths.webhooks}/:endpointId?`]: screen(() => import('./webhooks/webhooks-page.tsx')),
  [paths.activity]: screen(() => import('./activity/activity-page.tsx')),
  [`${paths.results}/:referenceId?`]: screen(() => import('./activity/result-page.tsx')),
  [`${paths.batches}/:batchId?`]: screen(() => import('./batches/batches-page.tsx')),
  [`${paths.monitoring}/:monitorId?`]: screen(() => import('./monitors/monitors-page.tsx')),
  [`${paths.records}/:recordId?`]: screen(() => import('./records/records-page.tsx')),
  [paths.organization]: screen(() => import('./organizations/organization-page.tsx')),
  [paths.team]: screen(() => import('./organizations/team-page.tsx')),
  [paths.billing]: screen(() => import('./billing/billing-page.tsx')),
  [paths.projects]: screen(() => import('./projects/projects-page.tsx')),
  [paths.organizationSecurity]: screen(() => import('./organizations/security-page.tsx')),
  [paths.audit]: screen(() => import('./audit/audit-page.tsx')),
  [paths.data]: screen(() => import('./organizations/data-page.tsx')),
  [paths.subscriptionSuccess]: screen(() => import('./billing/subscription-success-page.tsx')),
}

export const userScreens: Screens = {
  [paths.products]: productsPage,
  [paths.checkout]: checkoutPage,
  [paths.embeddedCheckout]: screen(() => import('./billing/embedded-checkout-page.tsx')),
  [paths.paddleDemo]: paddleDemoPage,
  [paths.profile]: screen(() => import('./profile/profile-page.tsx')),
  [paths.support]: screen(() => import('./support/support-page.tsx')),
  [paths.admin]: screen(() => import('./admin/admin-page.tsx')),
  [paths.adminSupport]: screen(() => import('./admin/admin-support-page.tsx')),
  [paths.adminAudit]: screen(() => import('./admin/admin-audit-page.tsx')),
  [paths.adminSystem]: screen(() => import('./admin/admin-system-page.tsx')),
  [paths.registers]: screen(() => import('./registers/registers-page.tsx')),
}

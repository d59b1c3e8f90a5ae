import type { ComponentType } from 'react'
import { Route } from 'react-router'
import { type LazyComponent, lazyComponent } from './lib/lazy-component.tsx'
import { paths } from './paths.ts'

export type Screens = Readonly<Record<string, LazyComponent>>

/** Shorter than `lazyComponent` where it's built: each screen is named in the first load. */
const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyComponent(async () => (await load())[name])

export const routesTo = (screens: Screens) =>
  Object.entries(screens).map(([path, Screen]) => <Route key={path} path={path} element={<Screen />} />)

const dashboardPage = screen(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage')
const checkoutPage = screen(() => import('./billing/checkout-page.tsx'), 'CheckoutPage')
const paddleDemoPage = screen(() => import('./billing/paddle-demo-page.tsx'), 'PaddleDemoPage')
const productsPage = screen(() => import('./billing/products-page.tsx'), 'ProductsPage')

export const AcceptInvitationPage = screen(
  () => import('./accounts/accept-invitation-page.tsx'),
  'AcceptInvitationPage',
)

/** These links open even for a signed-in user: an email may be for another account, and a receipt is for anyone. */
export const linkScreens: Screens = {
  [paths.verify]: screen(() => import('./accounts/verify-page.tsx'), 'VerifyPage'),
  [paths.resetPassword]: screen(() => import('./accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
  [paths.confirmEmail]: screen(() => import('./accounts/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  [paths.receipt]: screen(() => import('./receipts/receipt-page.tsx'), 'ReceiptPage'),
}

export const signedOutScreens: Screens = {
  ...linkScreens,
  [paths.auth]: screen(() => import('./accounts/auth-page.tsx'), 'AuthPage'),
  [paths.products]: productsPage,
  [`${paths.admin}/*`]: screen(() => import('./admin/access-denied.tsx'), 'AccessDenied'),
  [paths.checkout]: checkoutPage,
  [paths.paddleDemo]: paddleDemoPage,
}

/** Screens that show nothing without an organization. */
export const organizationScreens: Screens = {
  [paths.dashboard]: dashboardPage,
  [paths.dashboardAlias]: dashboardPage,
  [paths.tokens]: screen(() => import('./tokens/tokens-page.tsx'), 'TokensPage'),
  [`${paths.webhooks}/:endpointId?`]: screen(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  [paths.activity]: screen(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  [`${paths.results}/:referenceId?`]: screen(() => import('./activity/result-page.tsx'), 'ResultPage'),
  [`${paths.batches}/:batchId?`]: screen(() => import('./batches/batches-page.tsx'), 'BatchesPage'),
  [paths.receipts]: screen(() => import('./receipts/receipts-page.tsx'), 'ReceiptsPage'),
  [paths.audit]: screen(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  [paths.subscriptionSuccess]: screen(
    () => import('./billing/subscription-success-page.tsx'),
    'SubscriptionSuccessPage',
  ),
}

export const userScreens: Screens = {
  [paths.organization]: screen(() => import('./organizations/organization-page.tsx'), 'OrganizationPage'),
  [paths.products]: productsPage,
  [paths.checkout]: checkoutPage,
  [paths.embeddedCheckout]: screen(
    () => import('./billing/embedded-checkout-page.tsx'),
    'EmbeddedCheckoutPage',
  ),
  [paths.paddleDemo]: paddleDemoPage,
  [paths.profile]: screen(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
  [paths.support]: screen(() => import('./support/support-page.tsx'), 'SupportPage'),
  [paths.admin]: screen(() => import('./admin/admin-page.tsx'), 'AdminPage'),
  [paths.adminSupport]: screen(() => import('./admin/admin-support-page.tsx'), 'AdminSupportPage'),
  [paths.adminAudit]: screen(() => import('./admin/admin-audit-page.tsx'), 'AdminAuditPage'),
  [paths.adminSystem]: screen(() => import('./admin/admin-system-page.tsx'), 'AdminSystemPage'),
  [paths.registers]: screen(() => import('./registers/registers-page.tsx'), 'RegistersPage'),
}

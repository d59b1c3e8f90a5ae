import { Route } from 'react-router'
import { type LazyComponent, lazyComponent } from './lib/lazy-component.tsx'
import { paths } from './paths.ts'

export type Screens = Readonly<Record<string, LazyComponent>>

export const routesTo = (screens: Screens) =>
  Object.entries(screens).map(([path, Screen]) => <Route key={path} path={path} element={<Screen />} />)

const dashboardPage = lazyComponent(
  async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
)
const checkoutPage = lazyComponent(async () => (await import('./billing/checkout-page.tsx')).CheckoutPage)
const paddleDemoPage = lazyComponent(
  async () => (await import('./billing/paddle-demo-page.tsx')).PaddleDemoPage,
)
const productsPage = lazyComponent(async () => (await import('./billing/products-page.tsx')).ProductsPage)

export const AcceptInvitationPage = lazyComponent(
  async () => (await import('./accounts/accept-invitation-page.tsx')).AcceptInvitationPage,
)

/** These links open even for a signed-in user: an email may be for another account, and a receipt is for anyone. */
export const linkScreens: Screens = {
  [paths.verify]: lazyComponent(async () => (await import('./accounts/verify-page.tsx')).VerifyPage),
  [paths.resetPassword]: lazyComponent(
    async () => (await import('./accounts/reset-password-page.tsx')).ResetPasswordPage,
  ),
  [paths.confirmEmail]: lazyComponent(
    async () => (await import('./accounts/confirm-email-page.tsx')).ConfirmEmailPage,
  ),
  [paths.receipt]: lazyComponent(async () => (await import('./receipts/receipt-page.tsx')).ReceiptPage),
}

export const signedOutScreens: Screens = {
  ...linkScreens,
  [paths.auth]: lazyComponent(async () => (await import('./accounts/auth-page.tsx')).AuthPage),
  [paths.products]: productsPage,
  [`${paths.admin}/*`]: lazyComponent(async () => (await import('./admin/access-denied.tsx')).AccessDenied),
  [paths.checkout]: checkoutPage,
  [paths.paddleDemo]: paddleDemoPage,
}

/** Screens that show nothing without an organization. */
export const organizationScreens: Screens = {
  [paths.dashboard]: dashboardPage,
  [paths.dashboardAlias]: dashboardPage,
  [paths.tokens]: lazyComponent(async () => (await import('./tokens/tokens-page.tsx')).TokensPage),
  [paths.activity]: lazyComponent(async () => (await import('./activity/activity-page.tsx')).ActivityPage),
  [`${paths.batches}/:batchId?`]: lazyComponent(
    async () => (await import('./batches/batches-page.tsx')).BatchesPage,
  ),
  [paths.receipts]: lazyComponent(async () => (await import('./receipts/receipts-page.tsx')).ReceiptsPage),
  [paths.audit]: lazyComponent(async () => (await import('./audit/audit-page.tsx')).AuditPage),
  [paths.subscriptionSuccess]: lazyComponent(
    async () => (await import('./billing/subscription-success-page.tsx')).SubscriptionSuccessPage,
  ),
}

export const userScreens: Screens = {
  [paths.organization]: lazyComponent(
    async () => (await import('./organizations/organization-page.tsx')).OrganizationPage,
  ),
  [paths.products]: productsPage,
  [paths.checkout]: checkoutPage,
  [paths.embeddedCheckout]: lazyComponent(
    async () => (await import('./billing/embedded-checkout-page.tsx')).EmbeddedCheckoutPage,
  ),
  [paths.paddleDemo]: paddleDemoPage,
  [paths.profile]: lazyComponent(async () => (await import('./profile/profile-page.tsx')).ProfilePage),
  [paths.support]: lazyComponent(async () => (await import('./support/support-page.tsx')).SupportPage),
  [paths.admin]: lazyComponent(async () => (await import('./admin/admin-page.tsx')).AdminPage),
  [paths.adminSupport]: lazyComponent(
    async () => (await import('./admin/admin-support-page.tsx')).AdminSupportPage,
  ),
  [paths.adminAudit]: lazyComponent(
    async () => (await import('./admin/admin-audit-page.tsx')).AdminAuditPage,
  ),
  [paths.adminSystem]: lazyComponent(
    async () => (await import('./admin/admin-system-page.tsx')).AdminSystemPage,
  ),
  [paths.registers]: lazyComponent(
    async () => (await import('./registers/registers-page.tsx')).RegistersPage,
  ),
}

import { screenChunk } from './lib/screen-chunk.ts'

export const authPage = screenChunk(async () => (await import('./accounts/auth-page.tsx')).AuthPage)
export const verifyPage = screenChunk(async () => (await import('./accounts/verify-page.tsx')).VerifyPage)
export const resetPasswordPage = screenChunk(
  async () => (await import('./accounts/reset-password-page.tsx')).ResetPasswordPage,
)
export const confirmEmailPage = screenChunk(
  async () => (await import('./accounts/confirm-email-page.tsx')).ConfirmEmailPage,
)
export const acceptInvitationPage = screenChunk(
  async () => (await import('./accounts/accept-invitation-page.tsx')).AcceptInvitationPage,
)
export const productsPage = screenChunk(
  async () => (await import('./billing/products-page.tsx')).ProductsPage,
)
export const checkoutPage = screenChunk(
  async () => (await import('./billing/checkout-page.tsx')).CheckoutPage,
)
export const paddleDemoPage = screenChunk(
  async () => (await import('./billing/paddle-demo-page.tsx')).PaddleDemoPage,
)
export const dashboardPage = screenChunk(
  async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
)
export const tokensPage = screenChunk(async () => (await import('./tokens/tokens-page.tsx')).TokensPage)
export const activityPage = screenChunk(
  async () => (await import('./activity/activity-page.tsx')).ActivityPage,
)
export const batchesPage = screenChunk(async () => (await import('./batches/batches-page.tsx')).BatchesPage)
export const receiptsPage = screenChunk(
  async () => (await import('./receipts/receipts-page.tsx')).ReceiptsPage,
)
export const receiptPage = screenChunk(async () => (await import('./receipts/receipt-page.tsx')).ReceiptPage)
export const organizationPage = screenChunk(
  async () => (await import('./organizations/organization-page.tsx')).OrganizationPage,
)
export const auditPage = screenChunk(async () => (await import('./audit/audit-page.tsx')).AuditPage)
export const profilePage = screenChunk(async () => (await import('./profile/profile-page.tsx')).ProfilePage)
export const supportPage = screenChunk(async () => (await import('./support/support-page.tsx')).SupportPage)
export const accessDeniedPage = screenChunk(
  async () => (await import('./admin/access-denied.tsx')).AccessDenied,
)
export const registersPage = screenChunk(
  async () => (await import('./registers/registers-page.tsx')).RegistersPage,
)

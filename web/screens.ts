import { type ScreenChunk, screenChunk } from './lib/screen.tsx'
import { storedSelection } from './lib/selection.ts'
import { paths } from './paths.ts'

export const authPage = screenChunk(async () => (await import('./accounts/auth-page.tsx')).AuthPage)
export const verifyPage = screenChunk(async () => (await import('./accounts/verify-page.tsx')).VerifyPage)
export const resetPasswordPage = screenChunk(
  async () => (await import('./accounts/reset-password-page.tsx')).ResetPasswordPage,
)
export const acceptInvitationPage = screenChunk(
  async () => (await import('./accounts/accept-invitation-page.tsx')).AcceptInvitationPage,
)
export const productsPage = screenChunk(
  async () => (await import('./billing/products-page.tsx')).ProductsPage,
)
export const dashboardPage = screenChunk(
  async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
)
export const tokensPage = screenChunk(async () => (await import('./tokens/tokens-page.tsx')).TokensPage)
export const activityPage = screenChunk(
  async () => (await import('./activity/activity-page.tsx')).ActivityPage,
)
export const organizationPage = screenChunk(
  async () => (await import('./organizations/organization-page.tsx')).OrganizationPage,
)
export const profilePage = screenChunk(async () => (await import('./profile/profile-page.tsx')).ProfilePage)
export const supportPage = screenChunk(async () => (await import('./support/support-page.tsx')).SupportPage)
export const registersPage = screenChunk(
  async () => (await import('./registers/registers-page.tsx')).RegistersPage,
)
export const signedInScreens = screenChunk(
  async () => (await import('./layout/signed-in-screens.tsx')).SignedInScreens,
)

const signedIn: Readonly<Record<string, ScreenChunk>> = {
  [paths.dashboard]: dashboardPage,
  [paths.dashboardAlias]: dashboardPage,
  [paths.tokens]: tokensPage,
  [paths.activity]: activityPage,
  [paths.organization]: organizationPage,
  [paths.products]: productsPage,
  [paths.profile]: profilePage,
  [paths.support]: supportPage,
  [paths.registers]: registersPage,
}

/** Fetches what a sign-in leads to, while somebody still types. */
export const warmDashboard = () => warm([signedInScreens, dashboardPage])

/**
 * Fetches the screen at this address while the server still tells who is there. Somebody with a selected
 * organization has signed in here before; nobody else fetches the signed-in screens ahead.
 */
export function warmScreen(pathname: string): Promise<void> {
  if (pathname === paths.auth) return warm([authPage])
  if (pathname === paths.verify) return warm([verifyPage])
  if (pathname === paths.resetPassword) return warm([resetPasswordPage])
  if (storedSelection()) {
    const here = signedIn[pathname]
    return warm(here ? [signedInScreens, here] : [signedInScreens])
  }
  if (pathname === paths.products) return warm([productsPage])
  return pathname === paths.dashboard ? warm([authPage]) : Promise.resolve()
}

async function warm(screens: readonly ScreenChunk[]): Promise<void> {
  await Promise.all(screens.map((each) => each.warm()))
}

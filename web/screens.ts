import { storedSelection } from './lib/selection.ts'
import { paths } from './paths.ts'

/** Every screen as a chunk of its own. */
export const loadAuth = async () => ({ default: (await import('./accounts/auth-page.tsx')).AuthPage })
export const loadProducts = async () => ({
  default: (await import('./billing/products-page.tsx')).ProductsPage,
})
export const loadDashboard = async () => ({
  default: (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
})
export const loadTokens = async () => ({ default: (await import('./tokens/tokens-page.tsx')).TokensPage })
export const loadOrganization = async () => ({
  default: (await import('./organizations/organization-page.tsx')).OrganizationPage,
})
export const loadProfile = async () => ({ default: (await import('./profile/profile-page.tsx')).ProfilePage })
export const loadSupport = async () => ({ default: (await import('./support/support-page.tsx')).SupportPage })
export const loadSignedIn = async () => ({
  default: (await import('./layout/signed-in-screens.tsx')).SignedInScreens,
})

const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.dashboard]: loadDashboard,
  [paths.dashboardAlias]: loadDashboard,
  [paths.tokens]: loadTokens,
  [paths.organization]: loadOrganization,
  [paths.products]: loadProducts,
  [paths.profile]: loadProfile,
  [paths.support]: loadSupport,
}

/**
 * Begins to fetch the screen at this address while the server still tells who is there. Somebody with a selected
 * organization has signed in here before; nobody else fetches the signed-in screens ahead.
 */
export function warmScreen(pathname: string): void {
  const ahead =
    pathname === paths.auth
      ? [loadAuth]
      : storedSelection()
        ? [loadSignedIn, loaders[pathname]]
        : pathname === paths.products
          ? [loadProducts]
          : pathname === paths.dashboard
            ? [loadAuth]
            : []
  // A failure shows itself where the screen is drawn.
  for (const load of ahead) load?.().catch(() => undefined)
}

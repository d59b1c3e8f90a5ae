import { type ScreenChunk, screenChunk } from './lib/screen-chunk.ts'
import { storedSelection } from './lib/selection.ts'
import { paths } from './paths.ts'
import {
  activityPage,
  auditPage,
  authPage,
  batchesPage,
  dashboardPage,
  organizationPage,
  productsPage,
  profilePage,
  receiptPage,
  receiptsPage,
  registersPage,
  resetPasswordPage,
  supportPage,
  tokensPage,
  verifyPage,
} from './screens.ts'

export const signedInScreens = screenChunk(
  async () => (await import('./layout/signed-in-screens.tsx')).SignedInScreens,
)

const signedIn: Readonly<Record<string, ScreenChunk>> = {
  [paths.dashboard]: dashboardPage,
  [paths.dashboardAlias]: dashboardPage,
  [paths.tokens]: tokensPage,
  [paths.activity]: activityPage,
  [paths.batches]: batchesPage,
  [paths.receipts]: receiptsPage,
  [paths.organization]: organizationPage,
  [paths.audit]: auditPage,
  [paths.products]: productsPage,
  [paths.profile]: profilePage,
  [paths.support]: supportPage,
  [paths.registers]: registersPage,
}

export const preloadDashboard = () => preload([signedInScreens, dashboardPage])

/**
 * Loads the screen at this path while the user is being read. Only a browser with a selected organization, which
 * means that someone signed in before, loads signed-in screens.
 */
export function preloadScreen(pathname: string): Promise<void> {
  if (pathname === paths.auth) return preload([authPage])
  if (pathname === paths.verify) return preload([verifyPage])
  if (pathname === paths.resetPassword) return preload([resetPasswordPage])
  if (pathname === paths.receipt) return preload([receiptPage])
  if (storedSelection()) {
    const here = signedIn[pathname]
    return preload(here ? [signedInScreens, here] : [signedInScreens])
  }
  if (pathname === paths.products) return preload([productsPage])
  return pathname === paths.dashboard ? preload([authPage]) : Promise.resolve()
}

async function preload(screens: readonly ScreenChunk[]): Promise<void> {
  await Promise.all(screens.map((each) => each.preload()))
}

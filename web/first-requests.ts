import { paths } from './paths.ts'

type Visit = { pathname: string; organizationId: string | null; isSignedIn: boolean }

const calls = ['tokens', 'activity', 'activity/days']
const readsAt: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: calls,
  [paths.dashboardAlias]: calls,
  [paths.activity]: calls,
  [paths.tokens]: ['tokens', 'tokens/usage'],
}

/** The URLs that the first screen reads, besides those of index.html and first-paint.js. */
export function firstReads({ pathname, organizationId, isSignedIn }: Visit): string[] {
  if (!organizationId || !isSignedIn || pathname === paths.auth) return []
  const query = new URLSearchParams({ organizationId })
  const reads = ['organization', ...(readsAt[pathname] ?? [])]
  return ['/api/user/organizations', ...reads.map((name) => `/api/${name}?${query}`)]
}

const isDashboard = (pathname: string) => pathname === paths.dashboard || pathname === paths.dashboardAlias

export function firstCode({ pathname, organizationId }: Visit): Promise<unknown> {
  if (pathname === paths.auth || (isDashboard(pathname) && !organizationId))
    return import('./accounts/auth-page.tsx')
  if (!organizationId) return Promise.resolve()
  return Promise.all([
    import('./layout/signed-in-screens.tsx'),
    isDashboard(pathname) && import('./dashboard/dashboard-page.tsx'),
    pathname === paths.activity && import('./activity/activity-page.tsx'),
  ])
}

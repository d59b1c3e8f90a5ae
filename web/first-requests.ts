import { paths } from './paths.ts'

type Visit = { pathname: string; organizationId: string | null; isSignedIn: boolean }

/** The URLs that the first screen reads, besides those in index.html. */
export function firstReads({ pathname, organizationId, isSignedIn }: Visit): string[] {
  if (!organizationId || !isSignedIn || pathname === paths.auth) return []
  const isDashboard = pathname === paths.dashboard || pathname === paths.dashboardAlias
  const query = new URLSearchParams({ organizationId })
  const reads = ['organization', ...(isDashboard ? ['tokens', 'activity', 'activity/days'] : [])]
  return ['/api/user/organizations', ...reads.map((name) => `/api/${name}?${query}`)]
}

/** Loads the code of the screens that most people see first. */
export function firstCode({ pathname, organizationId }: Visit): Promise<unknown> {
  const isDashboard = pathname === paths.dashboard || pathname === paths.dashboardAlias
  if (pathname === paths.auth || (isDashboard && !organizationId)) return import('./accounts/auth-page.tsx')
  if (!organizationId) return Promise.resolve()
  return Promise.all([
    import('./layout/signed-in-screens.tsx'),
    isDashboard && import('./dashboard/dashboard-page.tsx'),
  ])
}

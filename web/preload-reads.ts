import { storedSelection } from './lib/selection.ts'
import { wasSignedIn } from './lib/was-signed-in.ts'
import { paths } from './paths.ts'

const always = ['/api/user', '/api/settings']
const ofOrganization = ['/api/organization']
const ofDashboard = [...ofOrganization, '/api/tokens', '/api/activity', '/api/activity/days']

/** The URLs that the screen at this path reads first. As in lib/queries.ts, which loads too much for the start. */
export function firstReads(pathname: string, organizationId: string | null): readonly string[] {
  if (organizationId === null || pathname === paths.auth) return always
  const isDashboard = pathname === paths.dashboard || pathname === paths.dashboardAlias
  const query = new URLSearchParams({ organizationId })
  return [
    ...always,
    '/api/user/organizations',
    ...(isDashboard ? ofDashboard : ofOrganization).map((url) => `${url}?${query}`),
  ]
}

/** The answers wait in the browser's preload cache for the same requests of api-client.ts. */
export function preloadReads(pathname: string): void {
  for (const url of firstReads(pathname, wasSignedIn() ? storedSelection() : null)) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'fetch'
    link.href = url
    link.crossOrigin = 'anonymous'
    document.head.append(link)
  }
}

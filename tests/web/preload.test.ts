import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { queries } from '#web/lib/queries.ts'
import { rememberSignedIn } from '#web/lib/remember-signed-in.ts'
import { storeSelection } from '#web/lib/selection.ts'
import { paths } from '#web/paths.ts'

const script = readFileSync(join(import.meta.dirname, '../../web/preload.js'), 'utf8')
const dataset = {
  signedIn: '/shell.js /ui.js',
  dashboard: '/dashboard.js /ui.js',
  auth: '/auth.js /form.js',
  products: '/products.js',
}
const id = 'org_1 &'

type Visit = { organizationId?: string; isSignedIn?: boolean }

/** The URLs that the page at this path requests before its scripts run. */
function requestsAt(pathname: string, { organizationId, isSignedIn = false }: Visit = {}) {
  const links: { rel: string; href: string; crossOrigin: string; as?: string }[] = []
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  const { localStorage: before } = globalThis
  Object.assign(globalThis, { localStorage })
  if (organizationId !== undefined) storeSelection(organizationId)
  rememberSignedIn(isSignedIn)
  Object.assign(globalThis, { localStorage: before })

  const document = {
    currentScript: { dataset },
    createElement: () => ({}),
    head: { append: (link: (typeof links)[number]) => links.push(link) },
  }
  runInNewContext(script, { document, localStorage, location: { pathname }, URLSearchParams })
  const urls = (rel: string) => links.filter((link) => link.rel === rel).map(({ href }) => href)
  return { reads: urls('preload'), scripts: urls('modulepreload') }
}

const ofEveryone = [queries.user.key, queries.settings.key]
const member = { organizationId: id, isSignedIn: true }

it('requests what the dashboard reads, under the same URLs', () => {
  const reads = [
    ...ofEveryone,
    queries.organizations.key,
    queries.organization(id).key,
    queries.tokens(id).key,
    queries.activity(id).key,
    queries.activityDays(id).key,
  ]
  expect(requestsAt(paths.dashboard, member).reads).toEqual(reads)
  expect(requestsAt(paths.dashboardAlias, member).reads).toEqual(reads)
})

it('requests the organization for other screens', () => {
  expect(requestsAt(paths.profile, member).reads).toEqual([
    ...ofEveryone,
    queries.organizations.key,
    queries.organization(id).key,
  ])
})

it('requests nothing of an organization for a visitor', () => {
  expect(requestsAt(paths.dashboard).reads).toEqual(ofEveryone)
  expect(requestsAt(paths.dashboard, { organizationId: id }).reads).toEqual(ofEveryone)
  expect(requestsAt(paths.auth, member).reads).toEqual(ofEveryone)
})

it("requests each script of a member's screen once", () => {
  expect(requestsAt(paths.dashboard, member).scripts).toEqual(['/shell.js', '/ui.js', '/dashboard.js'])
  expect(requestsAt(paths.profile, member).scripts).toEqual(['/shell.js', '/ui.js'])
})

it('requests the scripts of the screen that a visitor gets', () => {
  expect(requestsAt(paths.dashboard).scripts).toEqual(['/auth.js', '/form.js'])
  expect(requestsAt(paths.auth, member).scripts).toEqual(['/auth.js', '/form.js'])
  expect(requestsAt(paths.products).scripts).toEqual(['/products.js'])
  expect(requestsAt('/unknown').scripts).toEqual([])
})

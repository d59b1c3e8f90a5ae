import { paths } from '#web/paths.ts'

/** Screens below these are part of them. */
const parents: ReadonlySet<string> = new Set([
  paths.batches,
  paths.monitoring,
  paths.records,
  paths.organization,
  paths.webhooks,
  paths.admin,
])

/** Billing is a card of the organization's screen, with a link of its own. */
export function isCurrentScreen(to: string, pathname: string, hash: string): boolean {
  const [path = to, card] = to.split('#')
  const plain = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
  if (path === paths.organization && plain === path) return (hash === '#billing') === (card !== undefined)
  if (path === paths.dashboard) return plain === path || plain === paths.dashboardAlias
  if (path === paths.activity && plain.startsWith(`${paths.results}/`)) return true
  return plain === path || (card === undefined && parents.has(path) && plain.startsWith(`${path}/`))
}

import { matchPath } from 'react-router'
import { preload } from 'swr'
import type { User } from '#worker/accounts/contract.ts'
import { type Query, queries } from './lib/queries.ts'
import { storedSelection } from './lib/selection.ts'
import { fetchQuery, refetch, setData } from './lib/swr.ts'
import { paths } from './paths.ts'
import {
  linkScreens,
  organizationScreens,
  type Screens,
  screen,
  signedOutScreens,
  userScreens,
} from './screens.tsx'

const MAX_WAIT_MS = 500

export const SignedInScreens = screen(() => import('./layout/signed-in-screens.tsx'))

const isDashboard = (pathname: string) => pathname === paths.dashboard || pathname === paths.dashboardAlias

const screenAt = (screens: Screens, pathname: string) =>
  Object.entries(screens).find(([path]) => matchPath(path, pathname))?.[1]

const publicScreenAt = (pathname: string) => screenAt(signedOutScreens, pathname)

const userScreenAt = (pathname: string) => screenAt({ ...organizationScreens, ...userScreens }, pathname)

export const needsUser = (pathname: string): boolean =>
  userScreenAt(pathname) !== undefined && publicScreenAt(pathname) === undefined

export async function preloadSignedIn(pathname: string): Promise<void> {
  await Promise.all([SignedInScreens.preload(), userScreenAt(pathname)?.preload()])
}

async function preloadScreen(pathname: string): Promise<void> {
  const isForVisitors = pathname === paths.auth || pathname in linkScreens
  // Only a browser in which someone signed in before has a selected organization.
  if (storedSelection() !== null && !isForVisitors) return await preloadSignedIn(pathname)
  await publicScreenAt(needsUser(pathname) ? paths.auth : pathname)?.preload()
}

/** Reads what would move the screen when it arrives. A read that fails shows its error on the screen. */
async function readFirstData(pathname: string, { role }: User): Promise<void> {
  const id = storedSelection()
  if (id === null) return
  const reads = [
    fill(queries.organizations),
    fill(queries.organization(id)),
    ...(isDashboard(pathname) ? [fill(queries.tokens(id))] : []),
    ...(role ? [fill(queries.security)] : []),
  ]
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  await Promise.race([Promise.allSettled(reads), timeout])
}

/** Hooks that read again on their first mount get this answer too, but not a failure. */
async function fill<Data>(query: Query<Data>): Promise<void> {
  try {
    await setData(query, await preload(query.key, () => fetchQuery(query)))
  } catch {
    await refetch(query)
  }
}

/** Everything on screen depends on the user. The first screen appears with its data, so that nothing on it moves. */
export async function readFirst(pathname: string): Promise<User | null> {
  const screen = preloadScreen(pathname)
  const user = await fetchQuery(queries.user)
  await Promise.all([screen, user && readFirstData(pathname, user)])
  return user
}

export function readUser(pathname: string): void {
  preload(queries.user.key, () => readFirst(pathname))
}

import { preload } from 'swr'
import type { User } from '#worker/accounts/contract.ts'
import { type Query, queries } from './lib/queries.ts'
import { storedSelection } from './lib/selection.ts'
import { fetchQuery, setData } from './lib/swr.ts'
import { paths } from './paths.ts'

/** A slow read doesn't hold up the screen. */
const MAX_WAIT_MS = 500

/**
 * Reads what moves the screen at this path when it arrives. preload.js has requested the same with the page. A read that
 * fails shows its error on the screen.
 */
export async function readFirstData(pathname: string, { role }: User): Promise<void> {
  const id = storedSelection()
  if (id === null) return
  const isDashboard = pathname === paths.dashboard || pathname === paths.dashboardAlias
  const reads = [
    fill(queries.organizations),
    fill(queries.organization(id)),
    ...(isDashboard ? [fill(queries.tokens(id))] : []),
    ...(role ? [fill(queries.security)] : []),
  ]
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  await Promise.race([Promise.allSettled(reads), timeout])
}

/** Hooks that read again on their first mount get this answer too. */
async function fill<Data>(query: Query<Data>): Promise<void> {
  await setData(query, await preload(query.key, () => fetchQuery(query)))
}

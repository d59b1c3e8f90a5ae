import { useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { fieldsOf } from './parse-json.ts'

const names = ['email', 'token', 'invitation'] as const
type Name = (typeof names)[number]
export type LinkSecrets = Readonly<Partial<Record<Name, string>>>

const carried: Readonly<Record<string, readonly Name[]>> = {
  [paths.verify]: ['email', 'token'],
  [paths.resetPassword]: ['token'],
  [paths.confirmEmail]: ['token'],
  [paths.auth]: ['invitation'],
  [paths.dashboard]: ['invitation'],
}

/** Paths whose links may also have their secrets in the query. */
const withQuery: ReadonlySet<string> = new Set([paths.verify, paths.resetPassword])

type Address = { pathname: string; search: string; hash: string }

/** Splits a link's secrets from the rest of its address. Undefined if there are none. */
export function splitSecrets({
  pathname,
  search,
  hash,
}: Address): { address: Address; secrets: LinkSecrets } | undefined {
  const inQuery = withQuery.has(pathname)
  const sent = new URLSearchParams(`${hash.slice(1)}&${inQuery ? search.slice(1) : ''}`)
  const found = (carried[pathname] ?? []).flatMap((name) => {
    const value = sent.get(name)
    return value ? [[name, value] as const] : []
  })
  if (found.length === 0) return undefined
  return {
    address: { pathname, search: inQuery ? '' : search, hash: '' },
    secrets: Object.fromEntries(found),
  }
}

/** Reads the secrets from the history entry, where they survive a reload but appear in no URL. */
export function readSecrets(state: unknown): LinkSecrets {
  const fields = fieldsOf(state)
  return Object.fromEntries(
    names.filter((name) => typeof fields[name] === 'string').map((name) => [name, fields[name]]),
  )
}

export const useLinkSecrets = (): LinkSecrets => readSecrets(useLocation().state)

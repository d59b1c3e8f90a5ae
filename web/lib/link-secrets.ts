import { useLocation } from 'react-router'
import { paths } from '#web/paths.ts'

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

/** Splits a link's secrets from the rest of its query. Undefined if there are none. */
export function splitSecrets(
  pathname: string,
  search: string,
): { search: string; secrets: LinkSecrets } | undefined {
  const query = new URLSearchParams(search)
  const found = (carried[pathname] ?? []).flatMap((name) => {
    const value = query.get(name)
    query.delete(name)
    return value ? [[name, value] as const] : []
  })
  if (found.length === 0) return undefined
  const rest = query.toString()
  return { search: rest && `?${rest}`, secrets: Object.fromEntries(found) }
}

/** Reads the secrets from the history entry, where they survive a reload but appear in no URL. */
export function readSecrets(state: unknown): LinkSecrets {
  if (typeof state !== 'object' || state === null) return {}
  const entries = Object.entries(state).filter(
    ([name, value]) => names.some((known) => known === name) && typeof value === 'string',
  )
  return Object.fromEntries(entries)
}

export const useLinkSecrets = (): LinkSecrets => readSecrets(useLocation().state)

import { useSyncExternalStore } from 'react'
import useSWR, { mutate, SWRConfig, type SWRConfiguration } from 'swr'
import type { Activity } from '#worker/activity/contract.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { endSession } from './api-client.ts'
import { ApiError, endsSession } from './api-error.ts'
import { isActivityOf, type Query, queries } from './queries.ts'
import { onOrganizationChanged, resolveSelection, storedSelection } from './selection.ts'
import { forgetSessionSign, mayBeSignedIn } from './session-sign.ts'

const FIVE_MINUTES_MS = 5 * 60 * 1000

export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
}

const meansSignedOut = (key: string) => key === queries.user.key || key.startsWith('/api/organization?')

const bypassCache = new Set<string>()

const cached = (key: unknown) => SWRConfig.defaultValue.cache.get(String(key))

const hasFailed = (key: unknown) => cached(key)?.error !== undefined

export async function fetchQuery<Data>({ key, read }: Query<Data>): Promise<Data | null> {
  if (key === queries.user.key && !mayBeSignedIn()) return null
  try {
    return await read(bypassCache.delete(key) ? { cache: 'reload' } : {})
  } catch (error) {
    if (endsSession(error) && meansSignedOut(key)) {
      if (cached(queries.user.key)?.data) endSession()
      forgetSessionSign()
      return null
    }
    const preload = document.querySelector(`link[href="${key}"]`)
    if (!preload) throw error
    // The page preloaded this failure, perhaps long before the user retried or turned on two-factor sign-in.
    preload.remove()
    return await read({ cache: 'reload' })
  }
}

export type Read = {
  isLoading: boolean
  error: Error | undefined
  /** It doesn't exist, or somebody deleted it after it was read. */
  isGone: boolean
  /** The data is the last that was read. */
  isStale: boolean
  isRetrying: boolean
  /** Reads it again, and whatever else has failed. */
  retry: () => void
}

export function useRead<Data>(
  query: Query<Data> | null,
  config: SWRConfiguration<Data | null, Error> = {},
): Read & { data: Data | undefined } {
  const { data, error, isLoading, isValidating } = useSWR<Data | null, Error>(
    query?.key ?? null,
    query && (() => fetchQuery(query)),
    config,
  )
  const isGone = error instanceof ApiError && error.status === 404
  const known = isGone ? undefined : data
  return {
    data: known ?? undefined,
    error: known === undefined ? error : undefined,
    isGone,
    isStale: known !== undefined && error !== undefined,
    isLoading: isLoading && error === undefined,
    isRetrying: isValidating,
    retry: () => {
      if (query) bypassCache.add(query.key)
      void mutate((key) => key === query?.key || hasFailed(key))
    },
  }
}

/** For what changes elsewhere: read again on every mount. */
export const fresh = { revalidateIfStale: true }

export const useSettings = () => useRead(queries.settings)

export const useInvitation = (token: string | null) => useRead(token ? queries.invitation(token) : null)

export const useCountryTable = (isNeeded = true) => useRead(isNeeded ? queries.countries : null)

export const useRegisters = () => useRead(queries.registers, fresh)

export const useUser = () => useRead(queries.user)

export const useSecurity = (isNeeded = true) => useRead(isNeeded ? queries.security : null, fresh)

export function useOrganizations() {
  const { data: user } = useUser()
  return useRead(user ? queries.organizations : null, { ...fresh, dedupingInterval: FIVE_MINUTES_MS })
}

/** As the list has it. */
export function useSelected(): Organization | undefined {
  const { data: organizations } = useOrganizations()
  const stored = useSyncExternalStore(onOrganizationChanged, storedSelection, storedSelection)
  return resolveSelection(organizations, stored)
}

export const useOrganizationId = (): string | undefined => useSelected()?.id

export function useOfOrganization<Data>(
  query: (organizationId: string) => Query<Data> | null,
  config?: SWRConfiguration<Data | null, Error>,
) {
  const { data: organizations, ...list } = useOrganizations()
  const organizationId = useOrganizationId()
  const read = useRead(organizationId ? query(organizationId) : null, config)
  return organizations ? { organizationId, ...read } : { organizationId, data: undefined, ...list }
}

export const useBilling = () => useOfOrganization(queries.subscription, fresh)

/** Read again when the user comes back: a payment may have arrived. */
export const useOrganization = () => useOfOrganization(queries.organization, { revalidateOnFocus: true })

const none: readonly never[] = []

export function useTokens() {
  const { data, ...read } = useOfOrganization(queries.tokens)
  const tokens: readonly Token[] = data ?? none
  return { tokens, ...read }
}

export const useProjects = () => useOfOrganization(queries.projects)

export function useActivity() {
  const { data, ...read } = useOfOrganization(queries.activity)
  const activity: readonly Activity[] = data ?? none
  return { activity, ...read }
}

export const useActivityDays = () => useOfOrganization(queries.activityDays)

export const useMembers = () => useOfOrganization(queries.members)

export const setData = <Data>({ key }: Pick<Query<Data>, 'key'>, data: Data | null) =>
  mutate(key, data, { revalidate: false })

export const updateData = <Data>(
  { key }: Query<Data>,
  update: (data: Data | undefined) => Data | undefined,
) => mutate<Data | undefined>(key, update, { revalidate: false })

/** Rolls back and rethrows on failure. In any case, reads the data again. */
export async function updateOptimistically<Data extends object>(
  { key }: Query<Data>,
  call: Promise<unknown>,
  update: (data: Data) => Data,
): Promise<void> {
  const change = mutate<Data | undefined, unknown>(key, call, {
    // The displayed data already includes other pending changes.
    optimisticData: (_committed, displayed) => displayed && update(displayed),
    populateCache: false,
    revalidate: false,
  })
  // SWR itself doesn't read again after a change that ends later than the next one.
  await change.finally(() => void mutate(key))
}

export const refetch = async (...stale: readonly Query<unknown>[]) => {
  await Promise.all(stale.map(({ key }) => mutate(key)))
}

/** SWR refetches only what is shown. This also drops the rest, so that its screen reads it again. */
export async function refetchOrDrop(isStale: (key: unknown) => boolean): Promise<void> {
  const refetched = mutate(isStale)
  const { cache } = SWRConfig.defaultValue
  await mutate((key) => isStale(key) && !cache.get(String(key))?.isValidating, undefined)
  await refetched
}

export const refreshAfterValidation = (organizationId: string) =>
  refetchOrDrop(
    (key) => key === queries.organization(organizationId).key || isActivityOf(organizationId)(key),
  )

export const refreshMembers = (organizationId: string) =>
  refetch(queries.members(organizationId), queries.invitations(organizationId))

export const refreshOrganization = (organizationId: string) =>
  refetch(queries.organization(organizationId), queries.organizations)

export const refreshTokens = (organizationId: string) => refetch(queries.tokens(organizationId))

export const refreshProjects = (organizationId: string) => refetch(queries.projects(organizationId))

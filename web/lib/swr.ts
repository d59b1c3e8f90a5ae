import { useSyncExternalStore } from 'react'
import useSWR, { mutate, type SWRConfiguration } from 'swr'
import type { Activity } from '#worker/activity/contract.ts'
import type { PaidPlan } from '#worker/billing/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { ApiError } from './api-error.ts'
import {
  type ActivityPage,
  type AuditPage,
  isActivityOf,
  isActivityPageOf,
  type Query,
  queries,
} from './queries.ts'
import { resolveSelection, storedSelection, subscribeSelection } from './selection.ts'

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

export async function fetchQuery<Data>({ key, read }: Query<Data>): Promise<Data | null> {
  try {
    return await read(bypassCache.delete(key) ? { cache: 'reload' } : {})
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && meansSignedOut(key)) return null
    throw error
  }
}

type Read = { isLoading: boolean; error: Error | undefined; isRetrying: boolean; retry: () => void }

export function useRead<Data>(
  query: Query<Data> | null,
  config: SWRConfiguration<Data | null, Error> = {},
): Read & { data: Data | undefined } {
  const {
    data,
    error,
    isLoading,
    isValidating,
    mutate: refetch,
  } = useSWR<Data | null, Error>(query?.key ?? null, query && (() => fetchQuery(query)), config)
  return {
    data: data ?? undefined,
    error: data === undefined ? error : undefined,
    isLoading: isLoading && error === undefined,
    isRetrying: isValidating,
    retry: () => {
      if (query) bypassCache.add(query.key)
      void refetch()
    },
  }
}

export function useSettings() {
  const { data: settings, ...read } = useRead(queries.settings)
  return { settings, ...read }
}

export function useInvitation(token: string | null) {
  const { data: invitation, ...read } = useRead(token ? queries.invitation(token) : null)
  return { invitation, ...read }
}

export function useResetToken(token: string | null) {
  const { data: check, ...read } = useRead(token ? queries.resetToken(token) : null)
  return { check, ...read }
}

export function useCountryTable(isNeeded = true) {
  const { data: table, ...read } = useRead(isNeeded ? queries.countries : null)
  return { table, ...read }
}

export function useRegisters() {
  const { data: status, ...read } = useRead(queries.registers, { revalidateIfStale: true })
  return { status, ...read }
}

export function useUser() {
  const { data: user, ...read } = useRead(queries.user)
  return { user, ...read }
}

/** Refetched on every mount, because other browsers change the list. */
export function useSessions() {
  const { data: sessions, ...read } = useRead(queries.sessions, { revalidateIfStale: true })
  return { sessions, ...read }
}

export function useOwnAudit() {
  const { data: entries, ...read } = useRead(queries.ownAudit, { revalidateIfStale: true })
  return { entries, ...read }
}

export function useSecurity(isNeeded = true) {
  const { data: security, ...read } = useRead(isNeeded ? queries.security : null, { revalidateIfStale: true })
  return { security, ...read }
}

/** Refetched on every mount, because links in emails confirm it elsewhere. */
export function useEmailChange() {
  const { data: change, ...read } = useRead(queries.emailChange, { revalidateIfStale: true })
  return { change, ...read }
}

export function useEmailChangeLink(token: string | null) {
  const { data: link, ...read } = useRead(token ? queries.emailChangeLink(token) : null)
  return { link, ...read }
}

/** Refetched on every mount, because members and roles change. */
export function useAccountDeletion() {
  const { data: deletion, ...read } = useRead(queries.accountDeletion, { revalidateIfStale: true })
  return { deletion, ...read }
}

/** Refetched on every mount, because other browsers change them. */
export function usePreferences() {
  const { data: preferences, ...read } = useRead(queries.preferences, { revalidateIfStale: true })
  return { preferences, ...read }
}

/** Refetched on every mount, like all of support: the other side writes too. */
export function useSupportRequests(before: string | undefined) {
  const { data: page, ...read } = useRead(queries.supportRequests(before), { revalidateIfStale: true })
  return { page, ...read }
}

export function useSupportRequest(reference: string) {
  const { data: request, ...read } = useRead(queries.supportRequest(reference), { revalidateIfStale: true })
  return { request, ...read }
}

export function useOrganizations() {
  const { user } = useUser()
  const { data: organizations, ...read } = useRead(user ? queries.organizations : null, {
    revalidateIfStale: true,
    dedupingInterval: FIVE_MINUTES_MS,
  })
  return { organizations, ...read }
}

export function useOrganizationId(): string | undefined {
  const { organizations } = useOrganizations()
  const stored = useSyncExternalStore(subscribeSelection, storedSelection)
  return resolveSelection(organizations, stored)
}

/** Refetched on every mount, because Paddle changes it. */
export function useBilling() {
  const { data: billing, ...read } = useOfOrganization(queries.subscription, { revalidateIfStale: true })
  return { billing, ...read }
}

/** Read again each time, because the amounts change by the minute. */
export function useChangePreview(organizationId: string, plan: PaidPlan) {
  const { data, ...read } = useRead(queries.changePreview(organizationId, plan), { revalidateIfStale: true })
  return { preview: read.isRetrying ? undefined : data, ...read }
}

function useOfOrganization<Data>(
  query: (organizationId: string) => Query<Data> | null,
  config?: SWRConfiguration<Data | null, Error>,
) {
  const { organizations, ...list } = useOrganizations()
  const organizationId = useOrganizationId()
  const read = useRead(organizationId ? query(organizationId) : null, config)
  return organizations ? { organizationId, ...read } : { organizationId, data: undefined, ...list }
}

export function useOrganization() {
  const { data: organization, ...read } = useOfOrganization(queries.organization)
  return { organization, ...read }
}

const none: readonly never[] = []

export function useTokens() {
  const { data, ...read } = useOfOrganization(queries.tokens)
  const tokens: readonly Token[] = data ?? none
  return { tokens, ...read }
}

export function useProjects() {
  const { data: projects, ...read } = useOfOrganization(queries.projects)
  return { projects, ...read }
}

export function useActivity() {
  const { data, ...read } = useOfOrganization(queries.activity)
  const activity: readonly Activity[] = data ?? none
  return { activity, ...read }
}

export function useActivityPage(page: ActivityPage) {
  const { data: calls, ...read } = useOfOrganization((id) => queries.activity(id, page))
  return { calls, ...read }
}

export function useAuditPage(canSee: boolean, page: AuditPage) {
  const { data: entries, ...read } = useOfOrganization((id) => (canSee ? queries.audit(id, page) : null), {
    revalidateIfStale: true,
  })
  return { entries, ...read }
}

export function useActivityDays() {
  const { data: days, ...read } = useOfOrganization(queries.activityDays)
  return { days, ...read }
}

export function useMembers() {
  const { data: members, ...read } = useOfOrganization(queries.members)
  return { members, ...read }
}

export function useInvitations(canInvite: boolean) {
  const { data: invitations, ...read } = useOfOrganization((id) =>
    canInvite ? queries.invitations(id) : null,
  )
  return { invitations, ...read }
}

export const setData = <Data>({ key }: Query<Data>, data: Data | null) =>
  mutate(key, data, { revalidate: false })

export const updateData = <Data>(
  { key }: Query<Data>,
  update: (data: Data | undefined) => Data | undefined,
) => mutate<Data | undefined>(key, update, { revalidate: false })

/** Rolls back and rethrows on failure. */
export async function updateOptimistically<Data extends object>(
  { key }: Query<Data>,
  call: Promise<unknown>,
  update: (data: Data) => Data,
): Promise<void> {
  await mutate<Data | undefined, unknown>(key, call, {
    // The displayed data already includes other pending changes.
    optimisticData: (committed, displayed) => {
      const data = displayed ?? committed
      return data && update(data)
    },
    populateCache: false,
    rollbackOnError: true,
    revalidate: false,
  })
}

export const refetch = async (...stale: readonly Query<unknown>[]) => {
  await Promise.all(stale.map(({ key }) => mutate(key)))
}

/** SWR refetches only mounted pages, so the others are dropped. */
export const refreshAfterValidation = (organizationId: string) =>
  Promise.all([
    refetch(queries.organization(organizationId)),
    mutate(isActivityOf(organizationId)),
    mutate(isActivityPageOf(organizationId), undefined, { revalidate: true }),
  ])

export const refreshMembers = (organizationId: string) =>
  refetch(queries.members(organizationId), queries.invitations(organizationId))

export const refreshOrganization = (organizationId: string) =>
  refetch(queries.organization(organizationId), queries.organizations)

export const refreshTokens = (organizationId: string) => refetch(queries.tokens(organizationId))

export const refreshProjects = (organizationId: string) => refetch(queries.projects(organizationId))

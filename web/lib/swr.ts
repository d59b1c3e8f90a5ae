import { useSyncExternalStore } from 'react'
import useSWR, { mutate, type SWRConfiguration } from 'swr'
import type { ResetTokenCheck, SessionInfo, User, VerificationStatus } from '#worker/accounts/contract.ts'
import type { Activity, ActivityDay } from '#worker/activity/contract.ts'
import type { PublicSettings } from '#worker/http/settings-contract.ts'
import type {
  InvitationInfo,
  Member,
  OpenInvitation,
  Organization,
  OrganizationDetail,
} from '#worker/organizations/contract.ts'
import type { RegistersAnswer } from '#worker/registers/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import type { CountriesAnswer } from '#worker/validation/contract.ts'
import { ApiError } from './api-error.ts'
import { type ActivityPage, isActivityOf, isActivityPageOf, keys } from './keys.ts'
import { request } from './request.ts'
import { resolveSelection, storedSelection, subscribeSelection } from './selection.ts'

const FIVE_MINUTES = 5 * 60 * 1000

const isNoUser = (key: string) => key === keys.user || key.startsWith('/api/organization?')

/** Keys whose next read must not be what the browser kept. */
const askedAnew = new Set<string>()

/** The one fetcher. A 401 of the user or the organization means "no user" and is kept as null. */
export async function fetcher(key: string): Promise<unknown> {
  try {
    return await request<unknown>(key, askedAnew.delete(key) ? { cache: 'reload' } : {})
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && isNoUser(key)) return null
    throw error
  }
}

/** Data is never stale by itself: no refetch on focus, reconnect, interval or remount, and no retries. */
export const swrConfig: SWRConfiguration = {
  fetcher,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
}

/** What a screen needs of a read: loading until the first answer, then data or an error with a way to try again. */
type Read = { isLoading: boolean; error: Error | undefined; isRetrying: boolean; retry: () => void }

function useRead<Data>(key: string | null, config: SWRConfiguration = {}): Read & { data: Data | undefined } {
  const { data, error, isLoading, isValidating, mutate: refetch } = useSWR<Data | null, Error>(key, config)
  return {
    data: data ?? undefined,
    error: data === undefined ? error : undefined,
    isLoading: isLoading && error === undefined,
    isRetrying: isValidating,
    retry: () => {
      if (key) askedAnew.add(key)
      void refetch()
    },
  }
}

export function useSettings() {
  const { data: settings, ...read } = useRead<PublicSettings>(keys.settings)
  return { settings, ...read }
}

/** Who invites; no read without a token. */
export function useInvitation(token: string | null) {
  const { data: invitation, ...read } = useRead<InvitationInfo>(token ? keys.invitation(token) : null)
  return { invitation, ...read }
}

/** Follows the link of a verification mail: asking is what verifies. No read when the link lacks a part. */
export function useVerification(email: string | null, token: string | null) {
  const { data: status, ...read } = useRead<VerificationStatus>(
    email && token ? keys.verification(email, token) : null,
  )
  return { status, ...read }
}

export function useResetToken(token: string | null) {
  const { data: check, ...read } = useRead<ResetTokenCheck>(token ? keys.resetToken(token) : null)
  return { check, ...read }
}

/** Every country and type of number that can be checked. */
export function useCountryTable() {
  const { data: table, ...read } = useRead<CountriesAnswer>(keys.countries)
  return { table, ...read }
}

/** How the official registers answer. Read anew each time it is shown. */
export function useRegisters() {
  const { data: status, ...read } = useRead<RegistersAnswer>(keys.registers, { revalidateIfStale: true })
  return { status, ...read }
}

/** `user` is undefined while loading and when nobody is signed in. */
export function useUser() {
  const { data: user, ...read } = useRead<User>(keys.user)
  return { user, ...read }
}

/** Where the user is signed in, seen last first. Read anew each time it is shown: it changes in other browsers. */
export function useSessions() {
  const { data: sessions, ...read } = useRead<SessionInfo[]>(keys.sessions, { revalidateIfStale: true })
  return { sessions, ...read }
}

/** The user's organizations, fresh for 5 minutes. */
export function useOrganizations() {
  const { user } = useUser()
  const { data: organizations, ...read } = useRead<Organization[]>(user ? keys.organizations : null, {
    revalidateIfStale: true,
    dedupingInterval: FIVE_MINUTES,
  })
  return { organizations, ...read }
}

/** The id every call of the signed-in screens is made for; undefined while the list loads, and with none. */
export function useOrganizationId(): string | undefined {
  const { organizations } = useOrganizations()
  const stored = useSyncExternalStore(subscribeSelection, storedSelection)
  return resolveSelection(organizations, stored)
}

function useOfOrganization<Data>(key: (organizationId: string) => string | null) {
  const { organizations, ...list } = useOrganizations()
  const organizationId = useOrganizationId()
  const read = useRead<Data>(organizationId ? key(organizationId) : null)
  // The list is the way to the organization: while it loads or fails, so does everything behind it.
  return organizations ? { organizationId, ...read } : { organizationId, data: undefined, ...list }
}

/** The selected organization with its live quota. */
export function useOrganization() {
  const { data: organization, ...read } = useOfOrganization<OrganizationDetail>(keys.organization)
  return { organization, ...read }
}

const none: readonly never[] = []

/** The non-default API tokens, newest first; empty while loading and after a failure. */
export function useTokens() {
  const { data, ...read } = useOfOrganization<Token[]>(keys.tokens)
  const tokens: readonly Token[] = data ?? none
  return { tokens, ...read }
}

/** The latest calls, newest first, at most 100; empty while loading and after a failure. */
export function useActivity() {
  const { data, ...read } = useOfOrganization<Activity[]>(keys.activity)
  const activity: readonly Activity[] = data ?? none
  return { activity, ...read }
}

/** One page of the calls that fit a filter, newest first. */
export function useActivityPage(page: ActivityPage) {
  const { data: calls, ...read } = useOfOrganization<Activity[]>((id) => keys.activity(id, page))
  return { calls, ...read }
}

/** The daily counts of the last 60 days, oldest first. */
export function useActivityDays() {
  const { data: days, ...read } = useOfOrganization<ActivityDay[]>(keys.activityDays)
  return { days, ...read }
}

/** Who belongs to the selected organization, who joined first first. */
export function useMembers() {
  const { data: members, ...read } = useOfOrganization<Member[]>(keys.members)
  return { members, ...read }
}

/** The invitations that nobody has accepted; no read for those who may not invite. */
export function useInvitations(mayInvite: boolean) {
  const { data: invitations, ...read } = useOfOrganization<OpenInvitation[]>((id) =>
    mayInvite ? keys.invitations(id) : null,
  )
  return { invitations, ...read }
}

const refresh = async (...wanted: readonly string[]) => {
  await Promise.all(wanted.map((key) => mutate(key)))
}

/** Reads organization and calls anew. Pages of the activity screen are forgotten: SWR reads only what is shown just now. */
export const refreshAfterValidation = (organizationId: string) =>
  Promise.all([
    refresh(keys.organization(organizationId)),
    mutate(isActivityOf(organizationId)),
    mutate(isActivityPageOf(organizationId), undefined, { revalidate: true }),
  ])

/** After an invitation, a change of role, a removal. */
export const refreshMembers = (organizationId: string) =>
  refresh(keys.members(organizationId), keys.invitations(organizationId))

/** After a rename: the switcher's list holds the name too. */
export const refreshOrganization = (organizationId: string) =>
  refresh(keys.organization(organizationId), keys.organizations)

export const refreshTokens = (organizationId: string) => refresh(keys.tokens(organizationId))

import type { InferResponseType } from 'hono/client'
import { mutate } from 'swr'
import type { CodeNeeded, Credentials, User } from '#worker/accounts/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { api, inBody, sessionBegan } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { clearDrafts } from './draft.ts'
import { forgetPath } from './kept-text.ts'
import { isOfOrganization, isPublic, queries } from './queries.ts'
import { resolveSelection, selectOrganization, storedSelection, storeSelection } from './selection.ts'
import { localStore } from './storage.ts'
import { refetch, setData, updateData } from './swr.ts'

/** Written for the other tabs of the browser. */
export const SIGNED_OUT = 'signedOut'

export type SignedUp = InferResponseType<typeof api.register.complete.$post>

/** Without `revalidate`, SWR would take the answers of the session before for up to five minutes. */
async function clearCache(revalidate = true): Promise<void> {
  await mutate((key) => key !== queries.user.key && !isPublic(key), undefined, { revalidate })
}

export async function forgetSession(): Promise<void> {
  await setData(queries.user, null)
  await clearCache(false)
}

/** For a user who leaves. If a session ends by itself, drafts and path wait for the user. */
export async function forgetUser(): Promise<void> {
  clearDrafts()
  forgetPath()
  await forgetSession()
}

export async function leaveAllTabs(): Promise<void> {
  localStore.write(SIGNED_OUT, String(Date.now()))
  await forgetUser()
}

/** Returns undefined if the account needs a code: see `enterCode`. */
export async function login(credentials: Credentials): Promise<User | undefined> {
  return await signedInUser(await api.login.$post({ json: credentials }))
}

export async function enterCode(code: string): Promise<User | undefined> {
  return await signedInUser(await api.login['two-factor'].$post({ json: { code } }))
}

/** Links the Google account that the browser just signed in with. Returns undefined if a code is needed. */
export async function linkGoogle(password: string): Promise<User | undefined> {
  return await signedInUser(await api.login.google.$post({ json: { password } }))
}

async function signedInUser(response: { json: () => Promise<User | CodeNeeded> }): Promise<User | undefined> {
  const answer = await response.json()
  if ('twoFactorRequired' in answer) return undefined
  sessionBegan()
  await clearCache()
  await setData(queries.user, answer)
  return answer
}

export async function startSession({ user, organization }: SignedUp): Promise<void> {
  storeSelection(organization.id)
  sessionBegan()
  await clearCache()
  await setData(queries.organizations, [organization])
  await setData(queries.organization(organization.id), organization)
  await setData(queries.user, user)
}

/** For a session that an answer has opened by its cookie alone. */
export async function enterSession(organizationId: string): Promise<void> {
  storeSelection(organizationId)
  sessionBegan()
  await clearCache()
  await recheckUser()
}

/** Reads the list again if it is shown, and drops what the first screen read ahead. */
async function selectNew(organization: OrganizationDetail): Promise<OrganizationDetail> {
  await setData(queries.organization(organization.id), organization)
  await refetch(queries.organizations)
  await updateData(
    queries.organizations,
    (known) => known && [...known.filter(({ id }) => id !== organization.id), organization],
  )
  selectOrganization(organization.id)
  return organization
}

export async function joinOrganization(token: string): Promise<OrganizationDetail> {
  const response = await api.invitations.accept.$post({ json: { token } })
  return await selectNew(await response.json())
}

export async function createOrganization(name: string): Promise<OrganizationDetail> {
  const response = await api.user.organizations.$post({ json: { name } })
  return await selectNew(await response.json())
}

export async function leaveOrganization(organizationId: string): Promise<void> {
  await api.organization.leave.$post(inBody(organizationId, {})).catch((error: unknown) => {
    // The reply to an earlier try was lost.
    if (!(error instanceof ApiError && error.code === 'ORGANIZATION_NOT_FOUND')) throw error
  })
  await refetch(queries.organizations)
  const rest = await updateData(queries.organizations, (known) =>
    known?.filter(({ id }) => id !== organizationId),
  )
  const next = resolveSelection(rest, storedSelection())
  if (next) selectOrganization(next.id)
}

/** Someone may have signed in in another tab. */
export async function recheckUser(): Promise<void> {
  sessionBegan()
  await refetch(queries.user)
}

export async function logout(): Promise<void> {
  await api.logout.$post()
  await leaveAllTabs()
}

export async function refreshOrganizationData(organizationId: string): Promise<void> {
  await mutate(isOfOrganization(organizationId), undefined, { revalidate: true })
}

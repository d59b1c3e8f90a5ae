import type { InferResponseType } from 'hono/client'
import { mutate } from 'swr'
import type { Credentials, User } from '#worker/accounts/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { api, organizationHeader, sessionBegan } from './api-client.ts'
import { isOfOrganization, isPublic, queries } from './queries.ts'
import { resolveSelection, selectOrganization, storedSelection, storeSelection } from './selection.ts'
import { refetch, setData, updateData } from './swr.ts'

export type SignedUp = InferResponseType<typeof api.register.complete.$post>

async function clearCache(): Promise<void> {
  await mutate((key) => key !== queries.user.key && !isPublic(key), undefined, { revalidate: false })
}

/** Signs out on this page: the signed-out screens take over, and the user's data is dropped. */
export async function forgetSession(): Promise<void> {
  await setData(queries.user, null)
  await clearCache()
}

/** Signs in and stores the user; organization data is read again. Throws ApiError. */
export async function login(credentials: Credentials): Promise<User> {
  const response = await api.login.$post({ json: credentials })
  const user = await response.json()
  sessionBegan()
  await clearCache()
  await setData(queries.user, user)
  return user
}

/** Stores a new account, which the server has signed in: the signed-in screens take over. */
export async function enter({ user, organization }: SignedUp): Promise<void> {
  storeSelection(organization.id)
  sessionBegan()
  await clearCache()
  await setData(queries.organizations, [organization])
  await setData(queries.organization(organization.id), organization)
  await setData(queries.user, user)
}

/** Undefined when the read fails. */
const readOrganizations = () => queries.organizations.read().catch(() => undefined)

/** Selects an organization that the user just joined or created. */
async function selectNew(organization: OrganizationDetail): Promise<OrganizationDetail> {
  await setData(queries.organization(organization.id), organization)
  const latest = await readOrganizations()
  await updateData(
    queries.organizations,
    (cached) => latest ?? (cached && [...cached.filter(({ id }) => id !== organization.id), organization]),
  )
  selectOrganization(organization.id)
  return organization
}

/** Joins the organization of an invitation and selects it. Throws ApiError. */
export async function joinOrganization(token: string): Promise<OrganizationDetail> {
  const response = await api.invitations.accept.$post({ json: { token } })
  return await selectNew(await response.json())
}

/** Creates an organization and selects it. Throws ApiError. */
export async function createOrganization(name: string): Promise<OrganizationDetail> {
  const response = await api.user.organizations.$post({ json: { name } })
  return await selectNew(await response.json())
}

/** Leaves an organization and selects the next one. Throws ApiError. */
export async function leaveOrganization(organizationId: string): Promise<void> {
  await api.organization.leave.$post({ header: organizationHeader(organizationId), json: { organizationId } })
  const latest = await readOrganizations()
  const rest = await updateData(
    queries.organizations,
    (cached) => latest ?? cached?.filter(({ id }) => id !== organizationId),
  )
  const next = resolveSelection(rest, storedSelection())
  if (next) selectOrganization(next)
}

/** Reads the user again, after a password was set or changed in another session. */
export const recheckUser = () => refetch(queries.user)

/** Throws ApiError. */
export async function logout(): Promise<void> {
  await api.logout.$post()
  await forgetSession()
}

/** After a switch: drops the organization's data and reads it again. */
export async function refreshOrganizationData(organizationId: string): Promise<void> {
  await mutate(isOfOrganization(organizationId), undefined, { revalidate: true })
}

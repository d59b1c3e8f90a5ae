import { mutate } from 'swr'
import type { Credentials, User } from '#worker/accounts/contract.ts'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { api, type Registered } from './api.ts'
import { isOfOrganization, keys } from './keys.ts'
import { request, sessionBegan } from './request.ts'
import { resolveSelection, selectOrganization, storedSelection, storeSelection } from './selection.ts'

const keep = (key: string, data: unknown) => mutate(key, data, { revalidate: false })

/** Read for nobody in particular, whoever is signed in. */
const isNobodys = (key: unknown) =>
  key === keys.settings ||
  key === keys.countries ||
  (typeof key === 'string' && key.startsWith(keys.invitation('')))

/** Forgets everything that was read for somebody. */
async function clearCache(): Promise<void> {
  await mutate((key) => key !== keys.user && !isNobodys(key), undefined, { revalidate: false })
}

/** Nobody is signed in any more: the signed-out screens take over, all cached data goes. */
export async function forgetSession(): Promise<void> {
  await keep(keys.user, null)
  await clearCache()
}

async function begin(user: User): Promise<void> {
  sessionBegan()
  await clearCache()
  await keep(keys.user, user)
}

/** Signs in and stores the user; organization data is read anew. Throws ApiError. */
export async function login(credentials: Credentials): Promise<User> {
  const user = await api.login(credentials)
  await begin(user)
  return user
}

/** Stores a new user and organization, whom the server has signed in: the signed-in screens take over. */
export async function enter({ user, organization }: Registered): Promise<void> {
  storeSelection(organization.id)
  sessionBegan()
  await clearCache()
  await keep(keys.organizations, [organization])
  await keep(keys.organization(organization.id), organization)
  await keep(keys.user, user)
}

/** Undefined when the read fails, which is no reason to tell that what came before it did. */
const readOrganizations = () => request<readonly Organization[]>(keys.organizations).catch(() => undefined)

/** Selects an organization that the user has just come to belong to: the list is read anew first. */
async function arriveIn(organization: OrganizationDetail): Promise<OrganizationDetail> {
  await keep(keys.organization(organization.id), organization)
  const read = await readOrganizations()
  await mutate<readonly Organization[]>(
    keys.organizations,
    (known) => read ?? (known && [...known.filter(({ id }) => id !== organization.id), organization]),
    { revalidate: false },
  )
  selectOrganization(organization.id)
  return organization
}

/** Joins the organization of an invitation and selects it. Throws ApiError. */
export const joinOrganization = async (token: string) => arriveIn(await api.acceptInvitation(token))

/** Creates a further organization and selects it. Throws ApiError. */
export const createOrganization = async (name: string) => arriveIn(await api.createOrganization({ name }))

/** Leaves an organization and selects the next: the list is read anew first. Throws ApiError. */
export async function leaveOrganization(organizationId: string): Promise<void> {
  await api.leaveOrganization(organizationId)
  const read = await readOrganizations()
  const left = await mutate<readonly Organization[]>(
    keys.organizations,
    (known) => read ?? known?.filter(({ id }) => id !== organizationId),
    { revalidate: false },
  )
  const next = resolveSelection(left, storedSelection())
  if (next) selectOrganization(next)
}

/** Asks the server again who is signed in; a password was set or changed somewhere else. */
export const recheckUser = () => mutate(keys.user)

/** Signs out on the server, then forgets the session here. Throws ApiError. */
export async function logout(): Promise<void> {
  await api.logout()
  await forgetSession()
}

/** After a switch: what is known of the organization is dropped and read anew. */
export async function refreshOrganizationData(organizationId: string): Promise<void> {
  await mutate(isOfOrganization(organizationId), undefined, { revalidate: true })
}

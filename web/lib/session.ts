import { mutate } from 'swr'
import type { Credentials, Registration, User } from '#worker/accounts/contract.ts'
import { api, type Registered } from './api.ts'
import { keys, organizationKeys } from './keys.ts'
import { sessionBegan } from './request.ts'
import { storeSelection } from './selection.ts'

const keep = (key: string, data: unknown) => mutate(key, data, { revalidate: false })

/** Forgets everything that was read for somebody; settings are nobody's. */
async function clearCache(): Promise<void> {
  await mutate((key) => key !== keys.settings && key !== keys.user, undefined, { revalidate: false })
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

/** Makes the account and its organization and stores both. Throws ApiError. */
export async function register(input: Registration): Promise<Registered> {
  const registered = await api.register(input)
  const { user, organization } = registered
  storeSelection(organization.id)
  sessionBegan()
  await clearCache()
  await keep(keys.organizations, [organization])
  await keep(keys.organization(organization.id), organization)
  await keep(keys.user, user)
  return registered
}

/** Signs out on the server, then forgets the session here. Throws ApiError. */
export async function logout(): Promise<void> {
  await api.logout()
  await forgetSession()
}

/** After a switch: what is known of the organization is dropped and read anew. */
export async function refreshOrganizationData(organizationId: string): Promise<void> {
  await Promise.all(
    organizationKeys(organizationId).map((key) => mutate(key, undefined, { revalidate: true })),
  )
}

import { mutate } from 'swr'
import { api, pathParam } from '#web/lib/api-client.ts'
import { polling } from '#web/lib/polling.ts'
import { query, textsOf, type Values } from '#web/lib/queries.ts'
import { refetch, useRead } from '#web/lib/swr.ts'
import type { AdminOrganization, AdminUser, UsersPage } from '#worker/admin/contract.ts'

/** Not in lib/queries.ts, which /auth loads. */
export const adminQueries = {
  summary: query(api.admin.analytics.summary, {}),
  overview: query(api.admin.analytics.overview, {}),
  system: query(api.admin.system, {}),
  users: (list: Values) => query(api.admin.analytics.users, { query: textsOf(list) }),
  activities: (userId: number) =>
    query(api.admin.analytics.users[':userId'].activities, { param: { userId: pathParam(userId) } }),
  audit: (page: Values) => query(api.admin.audit, { query: textsOf(page) }),
  supportQueue: (page: Values) => query(api.admin.support, { query: textsOf(page) }),
  queuedRequest: (reference: string) =>
    query(api.admin.support[':reference'], { param: { reference: pathParam(reference) } }),
}

const SYSTEM_INTERVAL = 30_000

export const useSystem = () => useRead(adminQueries.system, { ...polling, refreshInterval: SYSTEM_INTERVAL })

const usersPath = adminQueries.users({}).key

const updateUsers = (update: (user: AdminUser) => AdminUser) =>
  mutate<UsersPage | undefined>(
    (key) => typeof key === 'string' && (key === usersPath || key.startsWith(`${usersPath}?`)),
    (page) => page && { ...page, users: page.users.map(update) },
    { revalidate: false },
  )

export async function showOrganization(changed: AdminOrganization): Promise<void> {
  await updateUsers((user) => ({
    ...user,
    organizations: user.organizations.map((each) => (each.id === changed.id ? changed : each)),
  }))
  await refetch(adminQueries.summary)
}

export const showDisabled = (userId: number, disabledReason: string | null) =>
  updateUsers((user) => (user.id === userId ? { ...user, disabledReason } : user))

export const showWithoutTwoFactor = (userId: number) =>
  updateUsers((user) => (user.id === userId ? { ...user, hasTwoFactor: false } : user))

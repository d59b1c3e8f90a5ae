import type { ClientRequestOptions } from 'hono/client'
import { api, pathParam } from './api-client.ts'

export type Query<Data> = { key: string; read: (init?: RequestInit) => Promise<Data> }

type Call<Args, Data> = (args: Args, options?: ClientRequestOptions) => Promise<{ json: () => Promise<Data> }>
type Endpoint<Args, Data> = { $path: (args: Args) => string; $get: Call<Args, Data> }

export const query = <Args, Data>(endpoint: Endpoint<Args, Data>, args: Args): Query<Data> => ({
  key: endpoint.$path(args),
  read: async (init = {}) => await (await endpoint.$get(args, { init })).json(),
})

/** Sends a link's secret in the body, so that it is in no URL. */
export const bodyQuery = <Args, Data>(
  key: string,
  endpoint: { $post: Call<Args, Data> },
  args: Args,
): Query<Data> => ({ key, read: async (init = {}) => await (await endpoint.$post(args, { init })).json() })

const INVITATION_KEY = 'invitation '

export type Values = Readonly<Record<string, string | number | undefined>>

export const inOrganization = (organizationId: string, values: Values = {}) => ({
  query: { organizationId, ...textsOf(values) },
})

export function textsOf(values: Values): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) texts[name] = String(value)
  return texts
}

export const queries = {
  settings: query(api.settings, {}),
  countries: query(api.tinproof.countries, {}),
  registers: query(api.tinproof.registers, {}),
  user: query(api.user, {}),
  organizations: query(api.user.organizations, {}),
  sessions: query(api.user.sessions, {}),
  security: query(api.user.security, {}),
  emailChange: query(api.user['email-change'], {}),
  organization: (organizationId: string) => query(api.organization, inOrganization(organizationId)),
  subscription: (organizationId: string) => query(api.subscription, inOrganization(organizationId)),
  projects: (organizationId: string) => query(api.projects, inOrganization(organizationId)),
  tokens: (organizationId: string) => query(api.tokens, inOrganization(organizationId)),
  activity: (organizationId: string, page?: Values) =>
    query(api.activity, inOrganization(organizationId, page)),
  ownAudit: query(api.user.audit, { query: { limit: '20' } }),
  activityDays: (organizationId: string) => query(api.activity.days, inOrganization(organizationId)),
  members: (organizationId: string | undefined) => {
    if (!organizationId) throw new Error('No organization ID')
    return query(api.organization.members, inOrganization(organizationId))
  },
  invitations: (organizationId: string) =>
    query(api.organization.invitations, inOrganization(organizationId)),
  resetCooldown: (email: string) =>
    query(api.auth['reset-cooldown'][':email'], { param: { email: pathParam(email) } }),
  invitation: (token: string) =>
    bodyQuery(`${INVITATION_KEY}${token}`, api.invitations.find, { json: { token } }),
}

export const isOneOf =
  (...wanted: readonly Query<unknown>[]) =>
  (key: unknown) =>
    wanted.some((each) => each.key === key)

export const isOfOrganization = (organizationId: string) => (key: unknown) =>
  typeof key === 'string' && new URLSearchParams(key.split('?')[1]).get('organizationId') === organizationId

export const isActivityOf = (organizationId: string) => (key: unknown) =>
  String(key).startsWith('/api/activity') && isOfOrganization(organizationId)(key)

export const isPublic = (key: unknown): boolean =>
  key === queries.settings.key ||
  key === queries.countries.key ||
  (typeof key === 'string' && key.startsWith(INVITATION_KEY))

import type { ClientRequestOptions } from 'hono/client'
import type { ResetTokenCheck } from '#worker/accounts/contract.ts'
import type { ActivityFilter } from '#worker/activity/contract.ts'
import type { AuditFilter } from '#worker/audit/contract.ts'
import type { InvitationInfo } from '#worker/organizations/contract.ts'
import type { EmailChangeLink } from '#worker/profile/contract.ts'
import { api, pathParam } from './api-client.ts'

export type Query<Data> = { key: string; read: (init?: RequestInit) => Promise<Data> }

type Endpoint<Args, Data> = {
  $path: (args: Args) => string
  $get: (args: Args, options?: ClientRequestOptions) => Promise<{ json: () => Promise<Data> }>
}

export function query<Args, Data>(endpoint: Endpoint<Args, Data>, args: Args): Query<Data> {
  return {
    key: endpoint.$path(args),
    read: async (init = {}) => {
      const response = await endpoint.$get(args, { init })
      return await response.json()
    },
  }
}

/** These reads send a link's secret in the body, so that it is in no URL. */
const INVITATION_KEY = 'invitation '

export const inOrganization = (organizationId: string) => ({ query: { organizationId } })

export type ActivityPage = ActivityFilter & { before?: number | undefined; limit?: number | undefined }

export type AuditPage = AuditFilter & { before?: string | undefined }

const pageQuery = (organizationId: string, page: ActivityPage | AuditPage) => ({
  query: { organizationId, ...textsOf(page) },
})

export function textsOf(
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
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
  accountDeletion: query(api.user.deletion, {}),
  preferences: query(api.user.preferences, {}),
  organization: (organizationId: string) => query(api.organization, inOrganization(organizationId)),
  subscription: (organizationId: string) => query(api.subscription, inOrganization(organizationId)),
  projects: (organizationId: string) => query(api.projects, inOrganization(organizationId)),
  tokens: (organizationId: string) => query(api.tokens, inOrganization(organizationId)),
  activity: (organizationId: string, page: ActivityPage = {}) =>
    query(api.activity, pageQuery(organizationId, page)),
  audit: (organizationId: string, page: AuditPage) =>
    query(api.organization.audit, pageQuery(organizationId, page)),
  ownAudit: query(api.user.audit, { query: { limit: '20' } }),
  activityDays: (organizationId: string) => query(api.activity.days, inOrganization(organizationId)),
  members: (organizationId: string | undefined) => {
    if (!organizationId) throw new Error('No organization ID')
    return query(api.organization.members, inOrganization(organizationId))
  },
  invitations: (organizationId: string) =>
    query(api.organization.invitations, inOrganization(organizationId)),
  verification: (email: string) => query(api.register['verification-status'], { query: { email } }),
  resetToken: (token: string): Query<ResetTokenCheck> => ({
    key: `reset token ${token}`,
    read: async (init = {}) =>
      await (await api.auth['verify-reset-token'].$post({ json: { token } }, { init })).json(),
  }),
  emailChangeLink: (token: string): Query<EmailChangeLink> => ({
    key: `email change ${token}`,
    read: async (init = {}) =>
      await (await api['email-change'].check.$post({ json: { token } }, { init })).json(),
  }),
  resetCooldown: (email: string) =>
    query(api.auth['reset-cooldown'][':email'], { param: { email: pathParam(email) } }),
  invitation: (token: string): Query<InvitationInfo> => ({
    key: `${INVITATION_KEY}${token}`,
    read: async (init = {}) => await (await api.invitations.find.$post({ json: { token } }, { init })).json(),
  }),
}

export const activityExportUrl = (organizationId: string, filter: ActivityFilter): string =>
  api.activity.export.$path(pageQuery(organizationId, filter))

export const auditExportUrl = (organizationId: string, filter: AuditFilter): string =>
  api.organization.audit.export.$path(pageQuery(organizationId, filter))

export const organizationExportUrl = (organizationId: string): string =>
  api.organization.export.$path(inOrganization(organizationId))

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

import type { ActivityFilter } from '#worker/activity/contract.ts'

const scoped = (path: string) => (organizationId: string) =>
  `${path}?organizationId=${encodeURIComponent(organizationId)}`

const membersOf = scoped('/api/organization/members')

/** Throws without an organization: nobody is a member of none. */
function members(organizationId: string | undefined): string {
  if (!organizationId) throw new Error('No organization ID')
  return membersOf(organizationId)
}

export type ActivityPage = ActivityFilter & { before?: number | undefined; limit?: number | undefined }

function activity(path: string, organizationId: string, page: ActivityPage = {}): string {
  const query = new URLSearchParams({ organizationId })
  for (const [name, value] of Object.entries(page)) if (value !== undefined) query.set(name, String(value))
  return `${path}?${query}`
}

function verification(email: string, token?: string): string {
  const query = new URLSearchParams({ email, ...(token ? { token } : {}) })
  return `/api/register/verification-status?${query}`
}

/** SWR keys are the addresses themselves; what belongs to an organization carries its id. */
export const keys = {
  settings: '/api/settings',
  countries: '/api/tinproof/countries',
  registers: '/api/tinproof/registers',
  user: '/api/user',
  organizations: '/api/user/organizations',
  sessions: '/api/user/sessions',
  organization: scoped('/api/organization'),
  tokens: scoped('/api/tokens'),
  /** The latest calls, or a page of those that fit a filter. */
  activity: (organizationId: string, page?: ActivityPage) => activity('/api/activity', organizationId, page),
  activityDays: scoped('/api/activity/days'),
  /** The address of the CSV. */
  activityExport: (organizationId: string, filter: ActivityFilter) =>
    activity('/api/activity/export', organizationId, filter),
  members,
  invitations: scoped('/api/organization/invitations'),
  /** With the token of the mail it verifies the address. */
  verification,
  resetToken: (token: string) => `/api/auth/verify-reset-token?${new URLSearchParams({ token })}`,
  invitation: (token: string) => `/api/invitations/${encodeURIComponent(token)}`,
} as const

/** Whether a key is of this organization's calls: the latest, any page of them, their days. */
export const isActivityOf = (organizationId: string) => (key: unknown) =>
  typeof key === 'string' &&
  (key === keys.activityDays(organizationId) || key.startsWith(keys.activity(organizationId)))

/** Whether a key is of a page of the activity screen. */
export const isActivityPageOf = (organizationId: string) => (key: unknown) =>
  typeof key === 'string' && key.startsWith(`${keys.activity(organizationId)}&`)

/** Whether a switch to this organization makes the data of a key new. */
export function isOfOrganization(organizationId: string): (key: unknown) => boolean {
  const others = [keys.organization, keys.tokens, keys.members, keys.invitations].map((key) =>
    key(organizationId),
  )
  const isActivity = isActivityOf(organizationId)
  return (key) => isActivity(key) || (typeof key === 'string' && others.includes(key))
}

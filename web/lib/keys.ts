const scoped = (path: string) => (organizationId: string) =>
  `${path}?organizationId=${encodeURIComponent(organizationId)}`

/** SWR keys are the addresses themselves; what belongs to an organization carries its id. */
export const keys = {
  settings: '/api/settings',
  countries: '/api/tinproof/countries',
  user: '/api/user',
  organizations: '/api/user/organizations',
  organization: scoped('/api/organization'),
  tokens: scoped('/api/tokens'),
  activity: scoped('/api/activity'),
  members: scoped('/api/organization/members'),
} as const

/** The keys whose data a switch to this organization makes new. */
export function organizationKeys(organizationId: string): readonly string[] {
  return [keys.organization, keys.activity, keys.tokens, keys.members].map((key) => key(organizationId))
}

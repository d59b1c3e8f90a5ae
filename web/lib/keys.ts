const scoped = (path: string) => (organizationId: string) =>
  `${path}?organizationId=${encodeURIComponent(organizationId)}`

function verification(email: string, token?: string): string {
  const query = new URLSearchParams({ email, ...(token ? { token } : {}) })
  return `/api/register/verification-status?${query}`
}

/** SWR keys are the addresses themselves; what belongs to an organization carries its id. */
export const keys = {
  settings: '/api/settings',
  countries: '/api/tinproof/countries',
  user: '/api/user',
  organizations: '/api/user/organizations',
  sessions: '/api/user/sessions',
  organization: scoped('/api/organization'),
  tokens: scoped('/api/tokens'),
  activity: scoped('/api/activity'),
  members: scoped('/api/organization/members'),
  /** With the token of the mail it verifies the address. */
  verification,
  resetToken: (token: string) => `/api/auth/verify-reset-token?${new URLSearchParams({ token })}`,
  invitation: (token: string) => `/api/invitations/${encodeURIComponent(token)}`,
} as const

/** The keys whose data a switch to this organization makes new. */
export function organizationKeys(organizationId: string): readonly string[] {
  return [keys.organization, keys.activity, keys.tokens, keys.members].map((key) => key(organizationId))
}

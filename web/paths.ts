/** Every address of the dashboard, written once. */
export const paths = {
  dashboard: '/',
  /** Where checkout and upgrade lead back to; the same screen. */
  dashboardAlias: '/dashboard',
  tokens: '/tokens',
  activity: '/activity',
  organization: '/organization',
  products: '/products',
  profile: '/profile',
  support: '/support',
  registers: '/registers',
  auth: '/auth',
  signIn: '/auth?page=login',
  signUp: '/auth?page=register',
  /** Where the links of mails lead: a new account's, a forgotten password's. */
  verify: '/verify',
  resetPassword: '/reset-password',
  /** The forgotten-password view of the Sign In tab. */
  forgotPassword: '/auth?page=forgot',
} as const

/** The calls of one token. */
export const activityOfToken = (tokenId: number) => `${paths.activity}?token=${tokenId}`

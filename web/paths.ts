/** Every address of the dashboard, written once. */
export const paths = {
  dashboard: '/',
  /** Where checkout and upgrade lead back to; the same screen. */
  dashboardAlias: '/dashboard',
  tokens: '/tokens',
  organization: '/organization',
  products: '/products',
  profile: '/profile',
  support: '/support',
  auth: '/auth',
  signIn: '/auth?page=login',
  signUp: '/auth?page=register',
} as const

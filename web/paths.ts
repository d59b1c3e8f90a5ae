/** The form of /auth, which is below the product on phones. */
export const ACCOUNT_FORM = 'account'

export const paths = {
  dashboard: '/',
  /** Checkout and upgrades return here; the same screen. */
  dashboardAlias: '/dashboard',
  upgraded: '/dashboard?success=upgrade',
  tokens: '/tokens',
  webhooks: '/webhooks',
  activity: '/activity',
  results: '/results',
  batches: '/batches',
  monitoring: '/monitoring',
  records: '/records',
  sharedRecord: '/record',
  organization: '/organization',
  team: '/organization/team',
  billing: '/organization/billing',
  projects: '/organization/projects',
  organizationSecurity: '/organization/security',
  audit: '/organization/audit',
  data: '/organization/data',
  products: '/products',
  checkout: '/checkout',
  embeddedCheckout: '/checkout-embedded',
  subscriptionSuccess: '/subscription/success',
  paddleDemo: '/paddle-demo',
  profile: '/profile',
  security: '/profile?tab=security',
  support: '/support',
  admin: '/admin',
  adminSupport: '/admin/support',
  adminAudit: '/admin/audit',
  adminSystem: '/admin/system',
  registers: '/registers',
  connectApp: '/oauth/authorize',
  auth: '/auth',
  signIn: '/auth?page=login',
  signUp: '/auth?page=register',
  signInForm: `/auth?page=login#${ACCOUNT_FORM}`,
  signUpForm: `/auth?page=register#${ACCOUNT_FORM}`,
  verify: '/verify',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  forgotPassword: '/auth?page=forgot',
} as const

/** Paths of the app besides these, as Cloudflare Pages matches them. */
const otherPaths = [
  `${paths.results}/*`,
  `${paths.batches}/*`,
  `${paths.monitoring}/*`,
  `${paths.records}/*`,
  `${paths.webhooks}/*`,
]

/** Every path that shows a screen. Any other path answers 404. */
export const screenPaths: readonly string[] = [
  ...new Set([...Object.values(paths).map((path) => path.replace(/[?#].*$/, '')), ...otherPaths]),
]

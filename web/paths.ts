export const paths = {
  dashboard: '/',
  /** Checkout and upgrades return here; the same screen. */
  dashboardAlias: '/dashboard',
  /** Celebrates an upgrade that the server confirms. */
  upgraded: '/dashboard?success=upgrade',
  tokens: '/tokens',
  activity: '/activity',
  batches: '/batches',
  organization: '/organization',
  audit: '/organization/audit',
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
  registers: '/registers',
  auth: '/auth',
  signIn: '/auth?page=login',
  signUp: '/auth?page=register',
  verify: '/verify',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  forgotPassword: '/auth?page=forgot',
} as const

export const supportRequestPath = (reference: string) => `${paths.support}?request=${reference}`

export const batchPath = (batchId: string) => `${paths.batches}/${batchId}`

export const activityOfToken = (tokenId: number) => `${paths.activity}?token=${tokenId}`

import type { User } from '#worker/accounts/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import type { PublicSettings } from '#worker/service/routes.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { type Answers, refusal } from './server.ts'

const at = '2026-11-20T12:00:00.000Z'

export const user: User = {
  id: 7,
  email: 'ada@example.test',
  role: null,
  organizationId: 'org_1',
  firstName: null,
  lastName: null,
  timeZone: null,
  createdAt: at,
}

export const organization: OrganizationDetail = {
  id: 'org_1',
  name: 'Ada Analytics',
  tier: 'FREE',
  status: 'ACTIVE',
  role: 'admin',
  createdAt: at,
  statusReason: null,
  deleteAt: null,
  usedCount: 0,
  monthlyLimit: 100,
  vatNumber: null,
  batchRetentionDays: 30,
  onboarding: 'done',
  quota: { monthlyLimit: 100, usedCount: 0, resetDate: '2026-12-01T00:00:00.000Z' },
}

/** The organization with changes, in the list and by itself. */
export const organizationWith = (changes: Partial<OrganizationDetail>): Answers => ({
  '/api/user/organizations': { $get: [{ ...organization, ...changes }] },
  '/api/organization': { $get: { ...organization, ...changes } },
})

export const settings: PublicSettings = {
  supportEmail: 'support@tinproof.test',
  docsUrl: 'https://tinproof.test/docs/',
  googleSignIn: true,
  recaptchaSiteKey: null,
  paymentDemo: true,
  paddle: null,
}

/** For /organization, of an organization without other members. */
export const team: Answers = {
  '/api/organization/members': { $get: [{ id: 7, email: user.email, role: 'admin', joinedAt: at }] },
  '/api/organization/invitations': { $get: [] },
  '/api/projects': { $get: [] },
  '/api/subscription': { $get: { configured: true, subscription: null, invoices: [], details: null } },
}

export const token = (changes: Partial<Token>): Token => ({
  id: 1,
  name: 'Checkout',
  createdAt: at,
  createdBy: user.email,
  obfuscatedToken: 'tp_live_…Wq3z',
  live: true,
  permissions: { read: true, validation: true },
  expiresAt: null,
  deleteAt: null,
  lastUsedAt: null,
  ...changes,
})

export const signedIn: Answers = {
  '/api/user': { $get: user },
  '/api/settings': { $get: settings },
  ...organizationWith({}),
  '/api/tokens': { $get: [] },
  '/api/activity': { $get: [] },
  '/api/activity/days': { $get: [] },
}

export const visitor: Answers = {
  '/api/user': { $get: refusal(401, 'Sign in to continue.', { code: 'NOT_SIGNED_IN' }) },
}

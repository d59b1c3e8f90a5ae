import type { User } from '#worker/accounts/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import type { PublicSettings } from '#worker/service/routes.ts'
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

const organization: OrganizationDetail = {
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

export const settings: PublicSettings = {
  supportEmail: 'support@tinproof.test',
  docsUrl: 'https://tinproof.test/docs/',
  googleSignIn: true,
  recaptchaSiteKey: null,
  paymentDemo: true,
  paddle: null,
}

export const signedIn: Answers = {
  '/api/user': { $get: user },
  '/api/settings': { $get: settings },
  '/api/user/organizations': { $get: [organization] },
  '/api/organization': { $get: organization },
  '/api/tokens': { $get: [] },
  '/api/activity': { $get: [] },
  '/api/activity/days': { $get: [] },
}

export const visitor: Answers = {
  '/api/user': { $get: refusal(401, 'Sign in to continue.', { code: 'NOT_SIGNED_IN' }) },
}

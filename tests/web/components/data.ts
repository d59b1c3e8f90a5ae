import type { AccountSecurity, User } from '#worker/accounts/contract.ts'
import type { TwoFactorSetup } from '#worker/accounts/two-factor/contract.ts'
import {
  type Activity,
  type ActivityDay,
  type CallDetail,
  noCalls,
  type OutcomeCounts,
} from '#worker/activity/contract.ts'
import type { Batch } from '#worker/batches/contract.ts'
import type { Subscription } from '#worker/billing/contract.ts'
import type { Monitor, MonitorAnswer } from '#worker/monitors/contract.ts'
import type { Member, OpenInvitation, OrganizationDetail } from '#worker/organizations/contract.ts'
import type { Project } from '#worker/projects/contract.ts'
import type { RecordDetail } from '#worker/records/contract.ts'
import type { RegisterStatus } from '#worker/registers/contract.ts'
import type { PublicSettings } from '#worker/service/routes.ts'
import type { Token } from '#worker/tokens/contract.ts'
import type { DescribedIdentifier, ValidationCheck, ValidationResponse } from '#worker/validation/contract.ts'
import { listCountries } from '#worker/validation/list-countries.ts'
import type { Delivery, WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { type Answers, refusal } from './server.ts'

export const at = '2026-11-20T12:00:00.000Z'

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

export const security: AccountSecurity = {
  hasPassword: true,
  hasGoogle: false,
  twoFactor: { enabledAt: null, recoveryCodesLeft: 0, isRequired: false },
}

export const twoFactorSetup: TwoFactorSetup = {
  secret: 'ABCD',
  uri: 'otpauth://totp/x?secret=ABCD',
  recoveryCodes: ['one', 'two'],
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
  twoFactorDueAt: null,
  graceEndsAt: null,
  twoFactorRequiredAt: null,
  usedCount: 0,
  monthlyLimit: 100,
  vatNumber: null,
  batchRetentionDays: 30,
  monitorDigest: 'weekly',
  keepsRecords: false,
  recordYears: null,
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

export const oldSecret = { obfuscatedToken: 'tp_live_••••••••old1', endsAt: '2999-01-01T00:00:00.000Z' }

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
  oldSecret: null,
  lastUsedAt: null,
  lastUsedCountry: null,
  allowedIps: [],
  isApp: false,
  lastRefusedIp: null,
  lastRefusedAt: null,
  ...changes,
})

export const signedIn: Answers = {
  '/api/user': { $get: user },
  '/api/settings': { $get: settings },
  ...organizationWith({}),
  '/api/tokens': { $get: [] },
  '/api/tokens/usage': { $get: [] },
  '/api/activity': { $get: [] },
  '/api/activity/days': { $get: [] },
  '/api/activity/usage': { $get: { tokens: [], countries: [] } },
}

export const visitor: Answers = {
  '/api/user': { $get: refusal(401, 'Sign in to continue.', { code: 'NOT_SIGNED_IN' }) },
  '/api/tinproof/registers': { $get: { updatedAt: at, registers: [] } },
}

export const grace: Member = { id: 8, email: 'grace@example.test', role: 'member', joinedAt: at }

export const invitation: OpenInvitation = {
  id: 3,
  email: 'joan@example.test',
  role: 'member',
  status: 'pending',
  invitedBy: user.email,
  createdAt: at,
  expiresAt: '2026-11-27T12:00:00.000Z',
}

export const subscription: Subscription = {
  plan: 'PRO',
  state: { kind: 'active' },
  currentPeriodEnd: '2026-12-20T12:00:00.000Z',
  nextCharge: null,
  paymentMethod: null,
}

export const call = (changes: Partial<Activity>): Activity => ({
  id: 1,
  method: 'POST',
  endpoint: '/api/tinproof/validate',
  status: 200,
  outcome: 'confirmed',
  responseTime: 4,
  quotaTime: 1,
  registerTime: null,
  errorCode: null,
  country: 'DE',
  tokenId: 1,
  tokenName: 'default',
  rows: null,
  requestId: '00000000-0000-4000-8000-000000000000',
  createdAt: at,
  ...changes,
})

/** A call whose number isn't kept. */
export const callDetail = (changes: Partial<CallDetail>): CallDetail => ({
  ...call(changes),
  batchId: null,
  errorMessage: null,
  docs: null,
  numberId: 'number',
  history: [call(changes)],
  request: null,
  response: null,
  ...changes,
})

/** 60 days up to today, with counts by how many days ago they were. */
export const days = (
  counts: Readonly<Record<number, Partial<OutcomeCounts>>>,
  today = new Date(),
): ActivityDay[] =>
  Array.from({ length: 60 }, (_, index) => ({
    day: new Date(today.getTime() - (59 - index) * 86_400_000).toISOString().slice(0, 10),
    counts: { ...noCalls, ...counts[59 - index] },
  }))

export const yes: ValidationCheck = { attempted: true, isValid: true, timestamp: at }
export const notAttempted: ValidationCheck = { attempted: false, isValid: null, timestamp: null }

/** A German number of the right format, without its register. */
export const validation = (changes: Partial<ValidationResponse> = {}): ValidationResponse => ({
  referenceId: 'ref',
  live: true,
  countryCode: 'DE',
  tin: '136695976',
  requestDate: at,
  result: 'format_only',
  reason: 'The check digit is correct. No register confirmed the number.',
  proof: null,
  validation: { format: yes, source: notAttempted, overall: yes },
  tinInfo: { label: 'USt-IdNr.', name: 'VAT number', formattedTin: 'DE 136 695 976' },
  entity: { name: null, address: null },
  nameComparison: null,
  addressComparison: null,
  warnings: [],
  errors: [],
  additionalInfo: { confidence: 'checksum' },
  ...changes,
})

export const countries: Answers = {
  '/api/tinproof/countries': { $get: listCountries({}) },
  '/api/tinproof/registers': { $get: { updatedAt: at, registers: [] } },
}

export const vatType: DescribedIdentifier = {
  id: 'DE.VAT',
  label: 'USt-IdNr.',
  name: 'VAT number',
  holder: 'any',
  kind: 'vat',
  kinds: ['vat'],
  onRequest: false,
  check: 'checksum',
  basis: 'published',
  length: '9 digits',
  prefixes: ['DE'],
  formats: [],
  changes: [],
  example: null,
  register: { name: 'VIES', state: 'on' },
}

const noLookups = { calls: 0, answered: 0, milliseconds: null }

/** A register that answers, and wasn't called. */
export const register = (id: string, changes: Partial<RegisterStatus> = {}): RegisterStatus => ({
  id,
  name: id,
  country: null,
  state: 'on',
  health: 'ok',
  publishedStatus: null,
  lastHour: noLookups,
  lastDay: noLookups,
  hours: Array.from({ length: 24 }, () => null),
  ...changes,
})

export const endpointUrl = 'https://hooks.example.com/tinproof'

export const endpoint = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: 'endpoint_1',
  url: endpointUrl,
  description: 'CRM',
  events: ['batch.completed'],
  live: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  oldSecretUntil: null,
  recent: { pending: 1, delivered: 1_200, failed: 3 },
  createdAt: at,
  ...changes,
})

export const monitorAnswer = (changes: Partial<MonitorAnswer> = {}): MonitorAnswer => ({
  ...{ result: 'confirmed', reason: 'VIES lists this number.', name: 'Summit Energy', address: 'Berlin' },
  ...{ status: null, register: 'VIES' },
  ...changes,
})

export const monitor = (changes: Partial<Monitor> = {}): Monitor => ({
  ...{ id: `monitor_${'0'.repeat(22)}`, live: true, countryCode: 'DE', tin: '136695976', type: null },
  ...{ name: null, customId: null, every: 'week', pausedBy: null, answer: monitorAnswer(), checkedAt: at },
  ...{ nextCheckAt: '2100-01-01T00:00:00.000Z', changedAt: null, differsSince: null, failingSince: null },
  ...{ createdBy: 'ada@example.test', createdAt: at },
  ...changes,
})

export const batch = (changes: Partial<Batch> = {}): Batch => ({
  ...{ id: `batch_${'0'.repeat(22)}`, name: 'Suppliers', live: true, source: true, state: 'completed' },
  ...{ fresh: false, maxAge: null, rows: 1, pendingRows: 0 },
  counts: { ...noCalls, confirmed: 1, unreadable: 0 },
  ...{ duplicateRows: 0, cost: { reserved: 0, returned: 0 }, retryableRows: 0, registers: [], failure: null },
  ...{ createdBy: user.email, tokenName: null, createdAt: at, processingAt: at },
  ...{ completedAt: at, canceledAt: null, failedAt: null, deadlineAt: at, estimatedEndAt: null },
  ...{ retryUntil: null, expiresAt: null },
  ...changes,
})

/** Not signed yet. */
export const record = (changes: Partial<RecordDetail> = {}): RecordDetail => ({
  ...{ id: `record_${'0'.repeat(22)}`, referenceId: 'ref', live: true, number: null, countryCode: 'DE' },
  ...{ tin: '136695976', result: 'format_only', name: null, isShared: false, createdBy: user.email },
  ...{ createdAt: at, expiresAt: at, request: { countryCode: 'DE', tin: '136695976' } },
  ...{ response: validation(), file: null, link: null },
  ...changes,
})

export const project = {
  ...{ id: 5, name: 'Shop', description: null, usedCount: 0, createdAt: at, updatedAt: at },
  key: {
    ...{ tokenId: 6, obfuscatedToken: 'tp_live_…aB3d', createdBy: user.email, createdAt: at },
    ...{ lastUsedAt: null, revokedAt: null },
  },
} satisfies Project

export const delivery = (id: number, changes: Partial<Delivery> = {}): Delivery => ({
  id,
  event: {
    id: `event_${id}`,
    type: 'batch.completed',
    timestamp: at,
    live: true,
    organizationId: 'org_1',
    data: { batchId: 'batch_1' },
  },
  state: 'failed',
  nextTryAt: null,
  attempts: [
    { at, status: null, error: 'TIMEOUT', milliseconds: 10_000, response: '' },
    { at: '2026-11-20T12:00:05.000Z', status: 500, error: null, milliseconds: 40, response: '<b>Oops</b>' },
  ],
  ...changes,
})

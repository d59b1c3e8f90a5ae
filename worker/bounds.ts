import { MAX_SESSIONS } from './accounts/contract.ts'
import { RESET_WAITS } from './accounts/passwords/forgot-password.ts'
import {
  batchLimits,
  MAX_ROWS,
  MAX_TEST_ROWS,
  MAX_UNREADABLE_ROWS,
  MAX_UPLOAD,
  type UploadLimits,
  uploadLimits,
} from './batches/contract.ts'
import { pendingLimits } from './batches/pending/contract.ts'
import type { ErrorCode } from './errors.ts'
import { MAX_BODY_BYTES } from './http/middleware.ts'
import { formatDuration } from './lib/time.ts'
import { monthlyLimits, type Tier, tierNames, tiers } from './membership/constants.ts'
import { MAX_TEST_MONITORS, monitorChangeLimits, monitorLimits } from './monitors/contract.ts'
import { MAX_APPS } from './oauth/contract.ts'
import { MAX_OWN_ORGANIZATIONS } from './organizations/contract.ts'
import { MAX_PROJECTS } from './projects/contract.ts'
import { BURST, TEST_BURST, UNKNOWN_TOKENS } from './quota/authorization.ts'
import { MAX_LISTED_REFUSALS } from './quota/insert-calls.ts'
import { isolateLimits, limits } from './rate-limits.ts'
import { MAX_EXPORTED_RECORDS } from './records/contract.ts'
import { MAX_MESSAGES } from './support/contract.ts'
import { MAX_ALLOWED_IPS, MAX_TEST_TOKENS, MAX_TOKENS } from './tokens/contract.ts'
import { SANDBOX_TOKEN } from './validation/sandbox/contract.ts'
import { newTokenLimit } from './validation/sandbox/sandbox-token.ts'
import { endpointLimits } from './webhooks/contract.ts'

export type Bound = {
  what: string
  per: string
  most: number | Readonly<Record<Tier, number>>
  /** Without it, `most` is how many there can be at once. */
  seconds?: number | 'month'
  beyond: ErrorCode | { instead: string }
}

type Limit = { calls: number; seconds: number }

const rate = (
  what: string,
  per: string,
  { calls, seconds }: Limit,
  beyond: Bound['beyond'] = 'RATE_LIMITED',
): Bound => ({ what, per, most: calls, seconds, beyond })

const count = (what: string, per: string, most: Bound['most'], beyond: Bound['beyond']): Bound => ({
  what,
  per,
  most,
  beyond,
})

const windowOf = ({ calls, milliseconds }: { calls: number; milliseconds: number }): Limit => ({
  calls,
  seconds: milliseconds / 1_000,
})

const rates = {
  signInByAddress: rate('Sign-ins', 'network', limits.signInByAddress),
  signInByEmail: rate('Wrong passwords from unknown browsers', 'account', limits.signInByEmail),
  signInByUser: rate('Sign-ins that succeed', 'account', limits.signInByUser),
  deviceEmailByUser: rate('Emails about new browsers', 'account', limits.deviceEmailByUser, {
    instead: 'Only the list of sessions shows it',
  }),
  googleByAddress: rate('Sign-ins with Google', 'network', limits.googleByAddress),
  signUpByAddress: rate('Sign-ups and their emails', 'network', limits.signUpByAddress),
  signUpByEmail: rate('Sign-ups and their emails', 'email', limits.signUpByEmail),
  verificationByAddress: rate('Opened links and polls of sign-ups', 'network', limits.verificationByAddress),
  verificationByEmail: rate('Opened links and polls of sign-ups', 'email', limits.verificationByEmail),
  signUpCodeByAddress: rate('Codes of sign-ups', 'network', limits.signUpCodeByAddress),
  completionByAddress: rate('Finished sign-ups', 'network', limits.completionByAddress),
  completionByEmail: rate('Finished sign-ups', 'email', limits.completionByEmail),
  forgotByAddress: rate('Password reset emails', 'network', limits.forgotByAddress),
  resetCooldownByAddress: rate('Polls of a password reset', 'network', limits.resetCooldownByAddress),
  resetTokenByAddress: rate('Checks of a reset link', 'network', limits.resetTokenByAddress),
  resetByAddress: rate('Password resets', 'network', limits.resetByAddress),
  changesByUser: rate('Changes in the dashboard and their audit entries', 'account', limits.changesByUser),
  emailChangeByUser: rate('Email changes', 'account', limits.emailChangeByUser),
  emailChangeByEmail: rate('Email changes', 'new email', limits.emailChangeByEmail),
  emailChangeByAddress: rate('Opened links of email changes', 'network', limits.emailChangeByAddress),
  organizationByUser: rate('New organizations', 'account', limits.organizationByUser),
  twoFactorRuleByOrganization: rate(
    'Times that two-factor sign-in becomes required, with an email to each member',
    'organization',
    limits.twoFactorRuleByOrganization,
  ),
  inviteByOrganization: rate('Invitations', 'organization', limits.inviteByOrganization),
  inviteByUser: rate('Invitations', 'account', limits.inviteByUser),
  inviteByEmail: rate('Invitations', 'email', limits.inviteByEmail),
  inviteByAddress: rate('Invitations', 'network', limits.inviteByAddress),
  invitationByAddress: rate('Opened invitations', 'network', limits.invitationByAddress),
  recordByAddress: rate('Opened records', 'network', limits.recordByAddress),
  exportByOrganization: rate('CSV files', 'organization', limits.exportByOrganization),
  organizationExport: rate('ZIP files', 'organization', limits.organizationExport),
  billingByOrganization: rate('Calls to Paddle', 'organization', limits.billingByOrganization),
  verificationByOrganization: rate('Checks of a payment', 'organization', limits.verificationByOrganization),
  monitorCheckByOrganization: rate(
    'Checks of a monitor on request',
    'organization',
    limits.monitorCheckByOrganization,
  ),
  supportByUser: rate('Support requests', 'account', limits.supportByUser),
  supportByAddress: rate('Support requests', 'network', limits.supportByAddress),
  supportReplyByUser: rate('Replies to support', 'account', limits.supportReplyByUser),
  testRecordsByOrganization: rate('Records of test tokens', 'organization', limits.testRecordsByOrganization),
  testValidationsByOrganization: rate(
    'Pending validations of test tokens',
    'organization',
    limits.testValidationsByOrganization,
  ),
  appRegistrationByAddress: rate('Apps that register', 'network', limits.appRegistrationByAddress),
  testKeysByOrganization: rate(
    'Idempotency keys of test tokens',
    'organization',
    limits.testKeysByOrganization,
    { instead: 'The key has no effect' },
  ),
} satisfies Record<keyof typeof limits, Bound>

const liveAndTest = 'organization, live and test tokens apart'

const upload = (what: string, unit: keyof UploadLimits, period: 'hour' | 'day'): Bound => ({
  what,
  per: liveAndTest,
  most: {
    FREE: uploadLimits.FREE[unit][period],
    PRO: uploadLimits.PRO[unit][period],
    ENTERPRISE: uploadLimits.ENTERPRISE[unit][period],
  },
  seconds: period === 'hour' ? 3_600 : 86_400,
  beyond: 'UPLOAD_LIMIT_REACHED',
})

/** Everything that a caller can create or cause, with the constants that the code uses. */
export const bounds = {
  ...rates,
  resetEmails: rate('Password reset emails', 'email', { calls: 1, seconds: RESET_WAITS.at(-1) ?? 0 }),
  sessionCalls: rate('Calls with a session', 'session and isolate', isolateLimits.callsBySession),
  healthChecks: rate('Health checks', 'network and isolate', isolateLimits.healthByAddress),
  appTokens: rate('Token requests of apps', 'network and isolate', isolateLimits.appTokensByAddress),
  sandboxTokens: rate('Sandbox tokens', 'network', newTokenLimit),
  sandboxCalls: rate('Calls with a sandbox token', 'token', SANDBOX_TOKEN, 'SANDBOX_TOKEN_USED_UP'),
  testCalls: rate('Calls with test tokens', 'organization', TEST_BURST),
  burst: rate('Calls with live tokens', 'organization and isolate', windowOf(BURST)),
  unknownTokens: rate('Unknown tokens that are looked up', 'network and isolate', windowOf(UNKNOWN_TOKENS)),
  validations: {
    ...count(
      'Validations, register lookups, records and idempotency keys',
      'organization; on Free, owner',
      monthlyLimits,
      'QUOTA_EXCEEDED',
    ),
    seconds: 'month',
  },
  refusals: rate(
    'Rows of refused calls',
    'organization',
    { calls: MAX_LISTED_REFUSALS, seconds: 86_400 },
    { instead: 'Only the charts count it' },
  ),
  pending: count('Pending validations', liveAndTest, pendingLimits, 'VALIDATION_LIMIT_REACHED'),
  batches: count('Batches in progress', liveAndTest, batchLimits, 'BATCH_LIMIT_REACHED'),
  batchesByHour: upload('New batches', 'batches', 'hour'),
  batchesByDay: upload('New batches', 'batches', 'day'),
  megabytesByHour: upload('MB of uploads', 'megabytes', 'hour'),
  megabytesByDay: upload('MB of uploads', 'megabytes', 'day'),
  rows: count('Rows', 'upload', MAX_ROWS, 'TOO_MANY_ROWS'),
  testRows: count('Rows with a test token', 'batch', MAX_TEST_ROWS, 'TOO_MANY_ROWS'),
  unreadableRows: count('Rows that cost nothing', 'batch', MAX_UNREADABLE_ROWS, 'TOO_MANY_UNREADABLE_ROWS'),
  uploadBytes: count('Bytes', 'upload', MAX_UPLOAD, 'BODY_TOO_LARGE'),
  bodyBytes: count('Bytes', 'other request', MAX_BODY_BYTES, 'BODY_TOO_LARGE'),
  sessions: count('Sessions', 'account', MAX_SESSIONS, { instead: 'The oldest one ends' }),
  organizations: count(
    'Organizations as their admin',
    'account',
    MAX_OWN_ORGANIZATIONS,
    'ORGANIZATION_LIMIT_REACHED',
  ),
  tokens: count('API tokens', 'organization', MAX_TOKENS, 'TOKEN_LIMIT_REACHED'),
  testTokens: count('Test tokens', 'organization', MAX_TEST_TOKENS, 'TOKEN_LIMIT_REACHED'),
  apps: count('Connected apps', 'organization and member', MAX_APPS, {
    instead: 'The app that was used least recently is disconnected',
  }),
  allowedIps: count('Allowed IP addresses and networks', 'API token', MAX_ALLOWED_IPS, 'INVALID_INPUT'),
  projects: count('Projects', 'organization', MAX_PROJECTS, 'PROJECT_LIMIT_REACHED'),
  exportedRecords: count('Records', 'ZIP file', MAX_EXPORTED_RECORDS, 'RECORD_EXPORT_TOO_LARGE'),
  webhooks: count('Webhook endpoints', 'organization', endpointLimits, 'WEBHOOK_LIMIT_REACHED'),
  monitors: count('Monitors', 'organization', monitorLimits, 'MONITOR_LIMIT_REACHED'),
  testMonitors: count('Monitors of test tokens', 'organization', MAX_TEST_MONITORS, 'MONITOR_LIMIT_REACHED'),
  monitorChanges: {
    ...count(
      'Created and changed monitors, without imports',
      'organization',
      monitorChangeLimits,
      'RATE_LIMITED',
    ),
    seconds: 86_400,
  },
  messages: count('Messages', 'support request', MAX_MESSAGES, 'SUPPORT_REQUEST_FULL'),
} satisfies Record<string, Bound>

const figure = (most: number) => most.toLocaleString('en-US')

function periodOf(seconds: Bound['seconds']): string {
  if (seconds === undefined) return ''
  if (seconds === 'month') return ' a month'
  if (seconds === 86_400) return ' a day'
  return seconds === 3_600 ? ' an hour' : ` in ${formatDuration(seconds)}`
}

export function describeBound({ what, per, most, seconds, beyond }: Bound): string {
  const numbers =
    typeof most === 'number'
      ? figure(most)
      : tiers.map((tier) => `${tierNames[tier]} ${figure(most[tier])}`).join(', ')
  const more = typeof beyond === 'string' ? `\`${beyond}\`` : beyond.instead
  return `| ${what} | ${per} | ${numbers}${periodOf(seconds)} | ${more} |`
}

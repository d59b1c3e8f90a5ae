import { MAX_SESSIONS } from '#worker/accounts/contract.ts'
import { RESET_WAITS } from '#worker/accounts/passwords/forgot-password.ts'
import page from '#worker/BOUNDS.md?raw'
import {
  concurrentBatchLimits,
  MAX_ROWS,
  MAX_TEST_ROWS,
  MAX_UNREADABLE_ROWS,
  MAX_UPLOAD,
  type UploadLimits,
  uploadLimits,
} from '#worker/batches/contract.ts'
import { pendingLimits } from '#worker/batches/pending/contract.ts'
import { MAX_BODY_BYTES } from '#worker/http/middleware.ts'
import { monthlyLimits, type Tier } from '#worker/membership/constants.ts'
import { dailyMonitorChangeLimits, MAX_TEST_MONITORS, monitorLimits } from '#worker/monitors/contract.ts'
import { MAX_APPS } from '#worker/oauth/contract.ts'
import { MAX_OWN_ORGANIZATIONS } from '#worker/organizations/contract.ts'
import { MAX_PROJECTS } from '#worker/projects/contract.ts'
import { BURST, TEST_BURST, UNKNOWN_TOKENS } from '#worker/quota/authorization.ts'
import { MAX_LISTED_REFUSALS } from '#worker/quota/insert-calls.ts'
import { isolateLimits, limits } from '#worker/rate-limits.ts'
import { MAX_EXPORTED_RECORDS } from '#worker/records/contract.ts'
import { MAX_MESSAGES } from '#worker/support/contract.ts'
import { MAX_ALLOWED_IPS, MAX_TEST_TOKENS, MAX_TOKENS } from '#worker/tokens/contract.ts'
import { SANDBOX_TOKEN } from '#worker/validation/sandbox/contract.ts'
import { newTokenLimit } from '#worker/validation/sandbox/sandbox-token.ts'
import { endpointLimits } from '#worker/webhooks/contract.ts'

export type Bound = {
  calls: number | Readonly<Record<Tier, number>>
  /** Without it, `calls` is how many there can be at once. */
  seconds?: number | 'month'
}

const HOUR = 3_600
const DAY = 86_400

const uploads = (unit: keyof UploadLimits, period: 'hour' | 'day'): Bound => ({
  calls: {
    FREE: uploadLimits.FREE[unit][period],
    PRO: uploadLimits.PRO[unit][period],
    ENTERPRISE: uploadLimits.ENTERPRISE[unit][period],
  },
  seconds: period === 'hour' ? HOUR : DAY,
})

/** The rows of worker/BOUNDS.md, with the constants that the code counts with. */
export const bounds = {
  ...limits,
  resetEmails: { calls: 1, seconds: RESET_WAITS.at(-1) ?? 0 },
  sessionCalls: isolateLimits.callsBySession,
  healthChecks: isolateLimits.healthByAddress,
  appTokens: isolateLimits.appTokensByAddress,
  sandboxTokens: newTokenLimit,
  sandboxCalls: SANDBOX_TOKEN,
  testCalls: TEST_BURST,
  burst: BURST,
  unknownTokens: UNKNOWN_TOKENS,
  validations: { calls: monthlyLimits, seconds: 'month' },
  refusals: { calls: MAX_LISTED_REFUSALS, seconds: DAY },
  pending: { calls: pendingLimits },
  batches: { calls: concurrentBatchLimits },
  batchesByHour: uploads('batches', 'hour'),
  batchesByDay: uploads('batches', 'day'),
  megabytesByHour: uploads('megabytes', 'hour'),
  megabytesByDay: uploads('megabytes', 'day'),
  rows: { calls: MAX_ROWS },
  testRows: { calls: MAX_TEST_ROWS },
  unreadableRows: { calls: MAX_UNREADABLE_ROWS },
  uploadBytes: { calls: MAX_UPLOAD },
  bodyBytes: { calls: MAX_BODY_BYTES },
  sessions: { calls: MAX_SESSIONS },
  organizations: { calls: MAX_OWN_ORGANIZATIONS },
  tokens: { calls: MAX_TOKENS },
  testTokens: { calls: MAX_TEST_TOKENS },
  apps: { calls: MAX_APPS },
  allowedIps: { calls: MAX_ALLOWED_IPS },
  projects: { calls: MAX_PROJECTS },
  exportedRecords: { calls: MAX_EXPORTED_RECORDS },
  webhooks: { calls: endpointLimits },
  monitors: { calls: monitorLimits },
  testMonitors: { calls: MAX_TEST_MONITORS },
  monitorChanges: { calls: dailyMonitorChangeLimits, seconds: DAY },
  messages: { calls: MAX_MESSAGES },
} satisfies Record<string, Bound>

const rows = page.split('\n').filter((line) => line.startsWith('| `'))

/** What worker/BOUNDS.md says of each bound, by its name: how many, and what happens beyond. */
export const boundsTable = new Map(
  rows.map((row) => {
    const [, name = '', , , most = '', beyond = ''] = row.split('|').map((cell) => cell.trim())
    return [name.replaceAll('`', ''), { most, beyond }]
  }),
)

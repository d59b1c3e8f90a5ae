import { Ratelimit } from '@upstash/ratelimit'
import * as z from 'zod/mini'
import { formatDuration } from '#worker/lib/time.ts'
import type { BaseContext } from './base-context.ts'
import { AppError } from './errors.ts'
import { bucketsOf } from './lib/customer-network.ts'
import { FixedWindow, type Taken } from './lib/fixed-window.ts'
import { hashKey } from './lib/hash.ts'
import type { RedisClient } from './services/redis.ts'

type RateLimit = { name: string; calls: number; seconds: number; cost?: number }

export const limits = {
  /** From browsers that never signed in to the account. */
  signInByEmail: { name: 'sign-in-email', calls: 500, seconds: 86_400 },
  /** Failed sign-ins of one browser or network to an account, or wrong codes of two-factor sign-in. */
  signInByGuesser: { name: 'sign-in-guesser', calls: 10, seconds: 7_200 },
  signInByAddress: { name: 'sign-in-address', calls: 100, seconds: 600 },
  signInByUser: { name: 'sign-in-user', calls: 100, seconds: 86_400 },
  deviceEmailByUser: { name: 'device-email-user', calls: 10, seconds: 86_400 },
  signUpByAddress: { name: 'sign-up-address', calls: 100, seconds: 3_600 },
  signUpByEmail: { name: 'sign-up-email', calls: 20, seconds: 3_600 },
  signUpByEmailAndAddress: { name: 'sign-up-email-address', calls: 5, seconds: 3_600 },
  verificationByAddress: { name: 'verification-address', calls: 4_000, seconds: 3_600 },
  signUpCodeByAddress: { name: 'sign-up-code-address', calls: 60, seconds: 3_600 },
  completionByAddress: { name: 'completion-address', calls: 200, seconds: 3_600 },
  googleByAddress: { name: 'google-address', calls: 200, seconds: 600 },
  inviteByOrganization: { name: 'invite-organization', calls: 100, seconds: 3_600 },
  inviteByUser: { name: 'invite-user', calls: 100, seconds: 86_400 },
  inviteByEmail: { name: 'invite-email', calls: 40, seconds: 3_600 },
  inviteByUserAndEmail: { name: 'invite-user-email', calls: 10, seconds: 3_600 },
  inviteByAddress: { name: 'invite-address', calls: 300, seconds: 3_600 },
  changesByUser: { name: 'changes-user', calls: 500, seconds: 86_400 },
  organizationByUser: { name: 'organization-user', calls: 20, seconds: 86_400 },
  twoFactorRuleByOrganization: { name: 'two-factor-organization', calls: 5, seconds: 86_400 },
  exportByOrganization: { name: 'export-organization', calls: 60, seconds: 3_600 },
  emailChangeByUser: { name: 'email-change-user', calls: 5, seconds: 3_600 },
  emailChangeByEmail: { name: 'email-change-email', calls: 20, seconds: 3_600 },
  emailChangeByAddress: { name: 'email-change-address', calls: 200, seconds: 3_600 },
  supportByUser: { name: 'support-user', calls: 10, seconds: 86_400 },
  supportByAddress: { name: 'support-address', calls: 100, seconds: 3_600 },
  supportReplyByUser: { name: 'support-reply-user', calls: 30, seconds: 86_400 },
  organizationExport: { name: 'organization-export', calls: 10, seconds: 3_600 },
  billingByOrganization: { name: 'billing-organization', calls: 200, seconds: 3_600 },
  invitationByAddress: { name: 'invitation-address', calls: 200, seconds: 600 },
  recordByAddress: { name: 'record-address', calls: 200, seconds: 600 },
  testKeysByOrganization: { name: 'test-keys-organization', calls: 300, seconds: 86_400 },
  testRecordsByOrganization: { name: 'test-records-organization', calls: 100, seconds: 86_400 },
  testValidationsByOrganization: { name: 'test-validations-organization', calls: 100, seconds: 86_400 },
  monitorCheckByOrganization: { name: 'monitor-check-organization', calls: 60, seconds: 3_600 },
  forgotByAddress: { name: 'forgot-address', calls: 100, seconds: 3_600 },
  resetCooldownByAddress: { name: 'reset-cooldown-address', calls: 600, seconds: 3_600 },
  resetTokenByAddress: { name: 'reset-token-address', calls: 300, seconds: 3_600 },
  verificationByOrganization: { name: 'payment-verification-organization', calls: 100, seconds: 600 },
  appRegistrationByAddress: { name: 'app-registration-address', calls: 200, seconds: 3_600 },
  resetByAddress: { name: 'reset-address', calls: 100, seconds: 3_600 },
} as const satisfies Record<string, RateLimit>

export const isolateLimits = {
  callsBySession: { name: 'session', calls: 1_000, seconds: 60 },
  appTokensByAddress: { name: 'app-tokens-address', calls: 600, seconds: 60 },
  healthByAddress: { name: 'health-address', calls: 600, seconds: 60 },
} as const satisfies Record<string, RateLimit>

/** One Redis trip, two for an IPv6 network. */
export async function enforceRateLimit(
  { redis }: Pick<BaseContext, 'redis'>,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  for (const each of bucketsOf(limit, subject)) {
    const { retryAfter } = await takeCall(redis, each.limit, hashKey(each.subject))
    if (retryAfter === 0) continue
    throw new AppError('RATE_LIMITED', {
      message: `Too many attempts. Try again in ${formatDuration(retryAfter)}.`,
      retryAfter,
    })
  }
}

export function enforceIsolateLimit(limit: RateLimit, subject: string): void {
  for (const each of bucketsOf(limit, subject)) {
    const { retryAfter } = takeInIsolate(each.limit, each.subject)
    if (retryAfter > 0) throw new AppError('RATE_LIMITED', { retryAfter })
  }
}

/** One Redis trip. While Redis is down, each isolate allows half of the limit. */
export async function takeCall(redis: RedisClient, limit: RateLimit, identifier: string): Promise<Taken> {
  return await takeFromRedis(redis, limit, identifier).catch(() =>
    takeLocally(fallbackWindows, { ...limit, calls: Math.ceil(limit.calls / 2) }, identifier),
  )
}

export async function forgetCalls(
  redis: RedisClient,
  { name }: RateLimit,
  identifier: string,
): Promise<void> {
  fallbackWindows.delete(`${name}:${identifier}`)
  await redis
    .run(z.number(), (client) => client.del(`rate-limit:${name}:${identifier}`))
    .catch(() => undefined)
}

export const takeInIsolate = (limit: RateLimit, identifier: string): Taken =>
  takeLocally(isolateWindows, limit, identifier)

const answerSchema = z.object({ success: z.boolean(), remaining: z.number(), reset: z.number() })

async function takeFromRedis(
  redis: RedisClient,
  { name, calls, seconds, cost = 1 }: RateLimit,
  identifier: string,
) {
  const interval = (seconds * 1_000) / calls
  const { success, remaining, reset } = await redis.run(answerSchema, (client) =>
    new Ratelimit({
      redis: client,
      prefix: `rate-limit:${name}`,
      limiter: Ratelimit.tokenBucket(1, `${interval} ms`, calls),
      ephemeralCache: false,
      analytics: false,
      enableTelemetry: false,
      // By default, a timeout would allow the call.
      timeout: 0,
    }).limit(identifier, { rate: cost }),
  )
  return {
    left: Math.max(0, remaining),
    retryAfter: success ? 0 : Math.max(1, Math.ceil((reset - Date.now() + (cost - 1) * interval) / 1_000)),
  }
}

const MAX_KEYS = 10_000

const isolateWindows = new FixedWindow(MAX_KEYS)
const fallbackWindows = new FixedWindow(MAX_KEYS)

const takeLocally = (windows: FixedWindow, limit: RateLimit, identifier: string): Taken =>
  windows.take(`${limit.name}:${identifier}`, limit)

import { Ratelimit } from '@upstash/ratelimit'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { hashKey } from '#worker/lib/crypto.ts'
import { formatDuration } from '#worker/lib/duration.ts'

type RateLimit = { name: string; calls: number; seconds: number }

/** Failed sign-ins to one account are limited by a cooldown, not here. */
export const limits = {
  signInByAddress: { name: 'sign-in-address', calls: 100, seconds: 600 },
  signUpByAddress: { name: 'sign-up-address', calls: 100, seconds: 3_600 },
  signUpByEmail: { name: 'sign-up-email', calls: 5, seconds: 3_600 },
  verificationByAddress: { name: 'verification-address', calls: 4_000, seconds: 3_600 },
  verificationByEmail: { name: 'verification-email', calls: 2_000, seconds: 3_600 },
  signUpCodeByAddress: { name: 'sign-up-code-address', calls: 60, seconds: 3_600 },
  completionByAddress: { name: 'completion-address', calls: 200, seconds: 3_600 },
  completionByEmail: { name: 'completion-email', calls: 200, seconds: 3_600 },
  googleByAddress: { name: 'google-address', calls: 200, seconds: 600 },
  inviteByOrganization: { name: 'invite-organization', calls: 100, seconds: 3_600 },
  inviteByUser: { name: 'invite-user', calls: 100, seconds: 86_400 },
  inviteByEmail: { name: 'invite-email', calls: 10, seconds: 3_600 },
  inviteByService: { name: 'invite-service', calls: 1_000, seconds: 3_600 },
  organizationByUser: { name: 'organization-user', calls: 20, seconds: 86_400 },
  exportByOrganization: { name: 'export-organization', calls: 60, seconds: 3_600 },
  emailChangeByUser: { name: 'email-change-user', calls: 5, seconds: 3_600 },
  emailChangeByEmail: { name: 'email-change-email', calls: 5, seconds: 3_600 },
  emailChangeByAddress: { name: 'email-change-address', calls: 200, seconds: 3_600 },
  supportByUser: { name: 'support-user', calls: 10, seconds: 3_600 },
  supportByAddress: { name: 'support-address', calls: 100, seconds: 3_600 },
  supportReplyByUser: { name: 'support-reply-user', calls: 30, seconds: 3_600 },
  organizationExport: { name: 'organization-export', calls: 10, seconds: 3_600 },
  billingByOrganization: { name: 'billing-organization', calls: 200, seconds: 3_600 },
  invitationByAddress: { name: 'invitation-address', calls: 200, seconds: 600 },
  forgotByAddress: { name: 'forgot-address', calls: 100, seconds: 3_600 },
  resetCooldownByAddress: { name: 'reset-cooldown-address', calls: 600, seconds: 3_600 },
  resetTokenByAddress: { name: 'reset-token-address', calls: 300, seconds: 3_600 },
  verificationByOrganization: { name: 'payment-verification-organization', calls: 100, seconds: 600 },
  resetByAddress: { name: 'reset-address', calls: 100, seconds: 3_600 },
} as const satisfies Record<string, RateLimit>

export const isolateLimits = {
  callsBySession: { name: 'session', calls: 1_000, seconds: 60 },
  healthByAddress: { name: 'health-address', calls: 600, seconds: 60 },
} as const satisfies Record<string, RateLimit>

/** One Redis trip. While Redis is down, each isolate allows half of the limit. Throws RATE_LIMITED. */
export async function enforceRateLimit(ctx: Context, limit: RateLimit, subject: string): Promise<void> {
  const identifier = hashKey(subject)
  const wait = await takeFromRedis(ctx, limit, identifier).catch(() =>
    takeLocally(fallbackWindows, { ...limit, calls: Math.ceil(limit.calls / 2) }, identifier),
  )
  if (wait > 0) {
    throw new AppError('RATE_LIMITED', {
      message: `Too many attempts. Try again in ${formatDuration(wait)}.`,
      retryAfter: wait,
    })
  }
}

export function enforceIsolateLimit(limit: RateLimit, subject: string): void {
  const wait = takeLocally(isolateWindows, limit, subject)
  if (wait > 0) throw new AppError('RATE_LIMITED', { retryAfter: wait })
}

const answerSchema = z.object({ success: z.boolean(), reset: z.number() })

async function takeFromRedis(ctx: Context, { name, calls, seconds }: RateLimit, identifier: string) {
  const { success, reset } = await ctx.redis.run(answerSchema, (redis) =>
    new Ratelimit({
      redis,
      prefix: `rate-limit:${name}`,
      limiter: Ratelimit.tokenBucket(1, `${(seconds * 1000) / calls} ms`, calls),
      ephemeralCache: false,
      analytics: false,
      enableTelemetry: false,
      // By default, a timeout would allow the call.
      timeout: 0,
    }).limit(identifier),
  )
  return success ? 0 : toSeconds(reset - Date.now())
}

const MAX_WINDOWS = 10_000

type Windows = BoundedCache<string, { calls: number; endsAt: number }>

const isolateWindows: Windows = new BoundedCache(MAX_WINDOWS)
const fallbackWindows: Windows = new BoundedCache(MAX_WINDOWS)

function takeLocally(windows: Windows, { name, calls, seconds }: RateLimit, identifier: string): number {
  const key = `${name}:${identifier}`
  const now = Date.now()
  const current = windows.get(key)
  const window = current && current.endsAt > now ? current : { calls: 0, endsAt: now + seconds * 1000 }
  window.calls++
  windows.set(key, window)
  return window.calls > calls ? toSeconds(window.endsAt - now) : 0
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

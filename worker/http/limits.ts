import { Ratelimit } from '@upstash/ratelimit'
import type { Context as HonoContext } from 'hono'
import { concealed } from '#worker/concealed.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inWords } from '#worker/in-words.ts'
import { remember } from '#worker/remember.ts'
import type { AppEnv } from './app-env.ts'

type Limit = { name: string; calls: number; seconds: number }

/** By network address, and where a name says so by e-mail address. Failed sign-ins of one e-mail address have their own slowdown. */
export const limits = {
  signInByAddress: { name: 'sign-in-address', calls: 100, seconds: 600 },
  registerByAddress: { name: 'register-address', calls: 100, seconds: 3_600 },
  signUpByAddress: { name: 'sign-up-address', calls: 100, seconds: 3_600 },
  signUpByEmail: { name: 'sign-up-email', calls: 5, seconds: 3_600 },
  verificationByAddress: { name: 'verification-address', calls: 4_000, seconds: 3_600 },
  verificationByEmail: { name: 'verification-email', calls: 2_000, seconds: 3_600 },
  completionByAddress: { name: 'completion-address', calls: 200, seconds: 3_600 },
  completionByEmail: { name: 'completion-email', calls: 200, seconds: 3_600 },
  googleByAddress: { name: 'google-address', calls: 200, seconds: 600 },
  inviteByOrganization: { name: 'invite-organization', calls: 100, seconds: 3_600 },
  inviteByEmail: { name: 'invite-email', calls: 10, seconds: 3_600 },
  invitationByAddress: { name: 'invitation-address', calls: 200, seconds: 600 },
  forgotByAddress: { name: 'forgot-address', calls: 100, seconds: 3_600 },
  resetCooldownByAddress: { name: 'reset-cooldown-address', calls: 600, seconds: 3_600 },
  resetTokenByAddress: { name: 'reset-token-address', calls: 300, seconds: 3_600 },
  resetByAddress: { name: 'reset-address', calls: 100, seconds: 3_600 },
} as const satisfies Record<string, Limit>

/** One isolate's own count, of half the limit, for when Redis does not answer. */
const local = new Map<string, { count: number; endsAt: number }>()
const MAX_LOCAL = 10_000

/** The network address of the caller, as Cloudflare tells it. */
export const addressOf = (c: HonoContext<AppEnv>) => c.req.header('CF-Connecting-IP') ?? 'unknown'

/** Takes one call from a limit. Throws RATE_LIMITED with the seconds to wait. */
export async function takeFromLimit(ctx: Context, limit: Limit, subject: string): Promise<void> {
  const wait = await waitOf(ctx, limit, concealed(subject))
  if (wait > 0) {
    throw new AppError('RATE_LIMITED', {
      message: `Too many attempts. Try again in ${inWords(wait)}.`,
      retryAfter: wait,
    })
  }
}

/** The library lets every call pass after 5 s without Redis: the client's own time-out decides before that. */
const limiterOf = (ctx: Context, { name, calls, seconds }: Limit) =>
  new Ratelimit({
    redis: ctx.redis.commands,
    limiter: Ratelimit.slidingWindow(calls, `${seconds} s`),
    prefix: `limit:${name}`,
    ephemeralCache: false,
    timeout: 0,
  })

async function waitOf(ctx: Context, limit: Limit, subject: string): Promise<number> {
  try {
    const { success, reset } = await ctx.redis.run(() => limiterOf(ctx, limit).limit(subject))
    return success ? 0 : Math.max(1, Math.ceil((reset - Date.now()) / 1000))
  } catch {
    return localWaitOf(limit, subject)
  }
}

function localWaitOf({ name, calls, seconds }: Limit, subject: string): number {
  const key = `${name}:${subject}`
  const now = Date.now()
  const known = local.get(key)
  const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + seconds * 1000 }
  window.count++
  remember(local, key, window, MAX_LOCAL)
  return window.count > Math.ceil(calls / 2) ? Math.ceil((window.endsAt - now) / 1000) : 0
}

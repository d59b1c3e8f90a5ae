import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import { defineScript } from '#worker/clients/redis.ts'
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
  organizationByUser: { name: 'organization-user', calls: 20, seconds: 86_400 },
  exportByOrganization: { name: 'export-organization', calls: 60, seconds: 3_600 },
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

/**
 * KEYS  the limit of one subject
 * ARGV  1 now (ms)  2 calls  3 seconds in which they become free again
 *
 * The key holds the instant at which every call is free again: each call moves it on by its share of the window, and
 * one that would move it out of the window is refused (GCRA). Answers the milliseconds to wait, 0 for a call taken.
 */
const takeScript = defineScript(
  `
local now = tonumber(ARGV[1])
local window = tonumber(ARGV[3]) * 1000
local step = window / tonumber(ARGV[2])
local free = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0')) + step
local wait = math.ceil(free - now - window)
if wait > 0 then return wait end
redis.call('SET', KEYS[1], string.format('%.3f', free), 'PX', math.ceil(free - now))
return 0
`,
  z.number(),
)

async function waitOf(ctx: Context, limit: Limit, subject: string): Promise<number> {
  try {
    const wait = await ctx.redis.script(
      takeScript,
      [`limit:${limit.name}:${subject}`],
      [Date.now(), limit.calls, limit.seconds],
    )
    return Math.ceil(wait / 1000)
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

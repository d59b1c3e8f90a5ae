import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import { defineScript } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { hashKey } from '#worker/lib/crypto.ts'
import { formatDuration } from '#worker/lib/duration.ts'
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

/** What one isolate lets through by itself: a brake for whoever calls what no other limit counts. */
export const isolateLimits = {
  callsBySession: { name: 'session', calls: 1_000, seconds: 60 },
  healthByAddress: { name: 'health-address', calls: 600, seconds: 60 },
} as const satisfies Record<string, Limit>

type Counts = BoundedCache<string, { count: number; endsAt: number }>

const MAX_COUNTS = 10_000

/** The counts of those. */
const own: Counts = new BoundedCache(MAX_COUNTS)
/** The counts, up to half of each limit, for when Redis does not answer. */
const local: Counts = new BoundedCache(MAX_COUNTS)

/** The network of the caller, as Cloudflare tells it: an IPv4 address, or the 64 bits of an IPv6 one that a subscriber has whole. */
export const addressOf = (c: HonoContext<AppEnv>) => networkOf(c.req.header('CF-Connecting-IP') ?? 'unknown')

const GROUPS = 8
const NETWORK_GROUPS = 4

function networkOf(address: string): string {
  if (address.includes('.') || !address.includes(':')) return address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Takes one call from a limit. Throws RATE_LIMITED with the seconds to wait. */
export async function takeFromLimit(ctx: Context, limit: Limit, subject: string): Promise<void> {
  const wait = await waitOf(ctx, limit, hashKey(subject))
  if (wait > 0) {
    throw new AppError('RATE_LIMITED', {
      message: `Too many attempts. Try again in ${formatDuration(wait)}.`,
      retryAfter: wait,
    })
  }
}

/** Takes one call from a limit of this isolate, without any trip. Throws RATE_LIMITED with the seconds to wait. */
export function takeFromIsolate(limit: Limit, subject: string): void {
  const wait = countedWait(own, limit, subject)
  if (wait > 0) throw new AppError('RATE_LIMITED', { retryAfter: wait })
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
    return countedWait(local, { ...limit, calls: Math.ceil(limit.calls / 2) }, subject)
  }
}

/** Counts a call; the seconds to wait for one that is over the limit, 0 for any other. */
function countedWait(counts: Counts, { name, calls, seconds }: Limit, subject: string): number {
  const key = `${name}:${subject}`
  const now = Date.now()
  const known = counts.get(key)
  const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + seconds * 1000 }
  window.count++
  counts.set(key, window)
  return window.count > calls ? Math.ceil((window.endsAt - now) / 1000) : 0
}

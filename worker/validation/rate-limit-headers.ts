import { BURST, type Caller, UNKNOWN_TOKENS_PER_MINUTE } from '#worker/quota/authorization.ts'
import { monthOf } from '#worker/quota/month.ts'

const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)

/**
 * `RateLimit-Policy` and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers: what may be called in a window of `w`
 * seconds, and what is left for `t` more.
 */
export function rateLimitHeaders(caller: Caller, now: Date): Record<string, string> {
  const { start, end } = monthOf(now)
  const left = Math.max(0, caller.monthlyLimit - caller.usedCount)
  const burstWindow = seconds(BURST.window)
  return {
    'RateLimit-Policy': `"burst";q=${BURST.size};w=${burstWindow}, "month";q=${caller.monthlyLimit};w=${seconds(end.getTime() - start.getTime())}`,
    RateLimit: `"burst";r=${caller.burstLeft};t=${burstWindow}, "month";r=${left};t=${seconds(end.getTime() - now.getTime())}`,
  }
}

/**
 * The same for a caller whom no token names: of the unknown tokens that its address may try in a minute, `tried` are
 * gone; where all are, for `wait` milliseconds more. What cannot be a token at all is not counted.
 */
export const unknownTokenHeaders = (tried = 0, wait = 0): Record<string, string> => ({
  'RateLimit-Policy': `"unknown-token";q=${UNKNOWN_TOKENS_PER_MINUTE};w=60`,
  RateLimit: `"unknown-token";r=${Math.max(0, UNKNOWN_TOKENS_PER_MINUTE - tried)};t=${wait > 0 ? seconds(wait) : 60}`,
})

import { BURST, type Caller, TEST_BURST, UNKNOWN_TOKENS } from './authorization.ts'
import { monthOf } from './month.ts'

const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)

/** The headers of draft-ietf-httpapi-ratelimit-headers: quota `q` per `w` seconds, `r` left for `t` seconds. */
export function rateLimitHeaders(
  caller: Pick<Caller, 'isTest' | 'monthlyLimit' | 'usedCount' | 'burstLeft'>,
  now: Date,
): Record<string, string> {
  if (caller.isTest) return limitHeaders('test', TEST_BURST, caller.burstLeft)
  const { start, end } = monthOf(now)
  const left = Math.max(0, caller.monthlyLimit - caller.usedCount)
  return {
    'RateLimit-Policy': `"burst";q=${BURST.calls};w=${BURST.seconds}, "month";q=${caller.monthlyLimit};w=${seconds(end.getTime() - start.getTime())}`,
    RateLimit: `"burst";r=${caller.burstLeft};t=${BURST.seconds}, "month";r=${left};t=${seconds(end.getTime() - now.getTime())}`,
  }
}

export const limitHeaders = (
  name: string,
  { calls, seconds }: { calls: number; seconds: number },
  left: number,
  reset = seconds,
): Record<string, string> => ({
  'RateLimit-Policy': `"${name}";q=${calls};w=${seconds}`,
  RateLimit: `"${name}";r=${left};t=${reset}`,
})

type Anonymous = { left?: number; retryAfter: number }

/**
 * For a call without a known token, by default one that can't be a token. None if the token is known, but not allowed from
 * the address.
 */
export const anonymousHeaders = (
  { left, retryAfter }: Anonymous = { left: UNKNOWN_TOKENS.calls, retryAfter: 0 },
) => (left === undefined ? {} : limitHeaders('unknown-token', UNKNOWN_TOKENS, left, retryAfter || undefined))

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
  const burstWindow = seconds(BURST.milliseconds)
  return {
    'RateLimit-Policy': `"burst";q=${BURST.calls};w=${burstWindow}, "month";q=${caller.monthlyLimit};w=${seconds(end.getTime() - start.getTime())}`,
    RateLimit: `"burst";r=${caller.burstLeft};t=${burstWindow}, "month";r=${left};t=${seconds(end.getTime() - now.getTime())}`,
  }
}

/** For tokens without a quota. */
export const limitHeaders = (
  name: string,
  { calls, seconds }: { calls: number; seconds: number },
  left: number,
  reset = seconds,
): Record<string, string> => ({
  'RateLimit-Policy': `"${name}";q=${calls};w=${seconds}`,
  RateLimit: `"${name}";r=${left};t=${reset}`,
})

/** For a call whose organization the answer doesn't name. None if the token is known, but not allowed from the address. */
export const anonymousHeaders = ({ unknownTokens, wait }: { unknownTokens?: number; wait: number }) =>
  unknownTokens === undefined ? {} : unknownTokenHeaders(unknownTokens, wait)

/** For a call without a known token. `tried` unknown tokens are used; the next one may be tried in `wait` milliseconds. */
export const unknownTokenHeaders = (tried = 0, wait = 0): Record<string, string> => ({
  'RateLimit-Policy': `"unknown-token";q=${UNKNOWN_TOKENS.calls};w=60`,
  RateLimit: `"unknown-token";r=${Math.max(0, UNKNOWN_TOKENS.calls - tried)};t=${wait > 0 ? seconds(wait) : 60}`,
})

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

type Anonymous = { left?: number; wait: number }

/**
 * For a call without a known token, by default one that can't be a token. `wait` is in milliseconds. None if the token is
 * known, but not allowed from the address.
 */
export function anonymousHeaders({ left, wait }: Anonymous = { left: UNKNOWN_TOKENS.calls, wait: 0 }) {
  if (left === undefined) return {}
  const { calls, milliseconds } = UNKNOWN_TOKENS
  const limit = { calls, seconds: seconds(milliseconds) }
  return limitHeaders('unknown-token', limit, left, seconds(wait || milliseconds))
}

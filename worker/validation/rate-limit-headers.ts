import { monthOf } from '#worker/activity/month.ts'
import { BURST, type Caller, MISSES_A_MINUTE } from './admission.ts'

/**
 * `RateLimit-Policy` and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers: what may be called in a window of `w`
 * seconds, and what is left for `t` more. A caller whom no token names is told the limit on unknown tokens.
 */
export function rateLimitHeaders(caller: Caller | undefined, now: Date): Record<string, string> {
  if (!caller) {
    return {
      'RateLimit-Policy': `"unknown-token";q=${MISSES_A_MINUTE};w=60`,
      RateLimit: '"unknown-token";r=0;t=60',
    }
  }
  const { start, end } = monthOf(now)
  const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)
  const left = Math.max(0, caller.monthlyLimit - caller.usedCount)
  const burstWindow = seconds(BURST.window)
  return {
    'RateLimit-Policy': `"burst";q=${BURST.size};w=${burstWindow}, "month";q=${caller.monthlyLimit};w=${seconds(end.getTime() - start.getTime())}`,
    RateLimit: `"burst";r=${caller.burstLeft};t=${burstWindow}, "month";r=${left};t=${seconds(end.getTime() - now.getTime())}`,
  }
}

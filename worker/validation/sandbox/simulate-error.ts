import { AppError } from '#worker/errors.ts'
import { BURST } from '#worker/quota/authorization.ts'
import { rateLimitHeaders } from '../rate-limit-headers.ts'
import { refusalError } from '../refusal-error.ts'
import type { ErrorOutcome } from './contract.ts'

type Simulated = { answer: AppError; headers: Record<string, string> }

/** What a live token would get. */
export function simulateError(outcome: ErrorOutcome, monthlyLimit: number, now: Date): Simulated {
  switch (outcome) {
    case 'quota_exceeded': {
      const quota = { monthlyLimit, usedCount: monthlyLimit, burstLeft: BURST.calls }
      return { answer: refusalError('QUOTA', 0, now), headers: rateLimitHeaders(quota, now) }
    }
    case 'rate_limited': {
      const quota = { monthlyLimit, usedCount: 0, burstLeft: 0 }
      return { answer: refusalError('BURST', 1_000, now), headers: rateLimitHeaders(quota, now) }
    }
    case 'error_503':
      return { answer: new AppError('SERVICE_UNAVAILABLE', { retryAfter: 5 }), headers: {} }
  }
}

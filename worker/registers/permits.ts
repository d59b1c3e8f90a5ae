import type { BucketLimit } from '#worker/lib/leaky-buckets.ts'
import type { CachedAnswer } from './cached-answer.ts'
import type { NoAnswer } from './register.ts'
import type { BreakerChange } from './register-breaker.ts'
import type { CallerClass, PermitLimits } from './shares.ts'

export const MIN_CALL_TIME_MS = 400

/** `oldest` is in milliseconds since 1970, 0 for the register's own rule; `timeLeft` is in milliseconds. */
export type PermitRequest = PermitLimits & {
  cacheKey: string
  organizationId: string
  callerClass: CallerClass
  oldest: number
  timeLeft: number
}

export type PermitResponse =
  | { kind: 'permit'; id: string }
  | { kind: 'answered'; cached: CachedAnswer }
  | { kind: 'failed'; failure: NoAnswer }

export type CallOutcome = 'answered' | 'failed' | 'neutral'

export type CallReport = {
  cacheKey: string
  outcome: CallOutcome
  cached?: CachedAnswer
  failure?: NoAnswer
}

export type RegisterLimiters = {
  getByName(
    name: string,
    options: { locationHint: 'weur' },
  ): {
    acquire(request: PermitRequest): Promise<PermitResponse>
    release(id: string, report: CallReport): Promise<BreakerChange | undefined>
    takeRate(limits: readonly BucketLimit[], timeLeft: number): Promise<boolean>
    isFailing(): Promise<boolean>
  }
}

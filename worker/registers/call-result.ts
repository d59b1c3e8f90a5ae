import type { CachedAnswer } from './cached-answer.ts'
import type { CallOutcome, CallReport } from './permits.ts'
import { type NoAnswer, noAnswerReasons, type RegisterAnswer } from './register.ts'
import type { RegisterCall } from './register-call.ts'

export type CallResult =
  | { kind: 'answered'; cached: CachedAnswer }
  | { kind: 'failed'; failure: NoAnswer; stale: CachedAnswer | undefined }

/** A timeout of a call that had less time doesn't count against the register. */
const FAIR_CALL_TIME_MS = 1_500

export const failed = (failure: NoAnswer): CallResult => ({ kind: 'failed', failure, stale: undefined })

export function toResult({ register, isFallback }: RegisterCall, answer: RegisterAnswer): CallResult {
  if (answer.kind === 'no-answer') return failed(answer)
  return {
    kind: 'answered',
    cached: { register: register.id, isFallback, answeredAt: Date.now(), answer },
  }
}

export function toReport(
  { cacheKey, hasOtherAnswers }: RegisterCall,
  result: CallResult,
  time: number,
): CallReport {
  if (result.kind === 'answered') return { cacheKey, outcome: 'answered', cached: result.cached }
  const { failure } = result
  return { cacheKey, outcome: hasOtherAnswers?.() ? 'answered' : outcomeOf(failure, time), failure }
}

function outcomeOf({ reason, isBug }: NoAnswer, time: number): CallOutcome {
  if (isBug || reason === 'BUSY' || reason === 'PAUSED') return 'neutral'
  if (!noAnswerReasons[reason].isFailure) return 'answered'
  return reason === 'TIMEOUT' && time < FAIR_CALL_TIME_MS ? 'neutral' : 'failed'
}

import { acquirePermit } from './acquire-permit.ts'
import { catchFailure, noAnswer } from './answers.ts'
import { type CachedAnswer, isFreshEnough, readCached } from './cached-answer.ts'
import { recordCall } from './metrics.ts'
import type { CallOutcome, CallReport } from './permits.ts'
import { limiterKeyOf, type NoAnswer, noAnswerReasons, type RegisterAnswer } from './register.ts'
import { createRegisterHttp, type RegisterCall, type RegisterServices } from './register-http.ts'
import { proofOf } from './sources.ts'

export type CallResult =
  | { kind: 'answered'; cached: CachedAnswer }
  | { kind: 'failed'; failure: NoAnswer; stale: CachedAnswer | undefined }

export async function callRegister(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const cached = await (call.cached ?? readCached(services, call.cacheKey))
  if (cached && isFreshEnough(cached, call.oldest, Date.now())) return { kind: 'answered', cached }
  const work = callWithPermit(services, call)
  // Other callers wait for this call, so it continues even if this request is canceled.
  services.waitUntil(work)
  const result = await work
  if (result.kind === 'answered') return result
  // A register that doesn't list the number any more isn't down.
  return { ...result, stale: result.failure.reason === 'NOT_COVERED' ? undefined : cached }
}

async function callWithPermit(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const permit = await acquirePermit(services, call)
  if (permit.kind === 'answered') return permit
  if (permit.kind === 'failed') return failed(permit.failure)
  const startedAt = Date.now()
  const { register, request, lookUp = register.lookUp, deadline } = call
  const http = createRegisterHttp(services, register, deadline, permit.limitRate)
  const result = toResult(call, await catchFailure(() => lookUp(http, request)))
  const duration = Date.now() - startedAt
  const report = toReport(call, result, deadline - startedAt)
  const record = async () => {
    const change = await permit.release(report)
    await recordCall(services.redis, { ...report, limiterKey: limiterKeyOf(call), duration, change })
  }
  services.waitUntil(record())
  return result
}

/** A timeout of a call that had less time doesn't count against the register. */
const FAIR_CALL_TIME_MS = 1_500

export const failed = (failure: NoAnswer): CallResult => ({ kind: 'failed', failure, stale: undefined })

export function toResult(
  { register, isFallback, request }: RegisterCall,
  answer: RegisterAnswer,
): CallResult {
  if (answer.kind === 'no-answer') return failed(answer)
  if (answer.kind === 'not-found' && isFallback && !register.refutes) return failed(noAnswer('NOT_COVERED'))
  const cached = { register: register.id, isFallback, answeredAt: Date.now() }
  if (answer.kind === 'not-found') return { kind: 'answered', cached: { ...cached, answer } }
  const { proves = proofOf(register, request.identifier) } = answer
  return { kind: 'answered', cached: { ...cached, answer: { ...answer, proves } } }
}

function toReport({ cacheKey, hasOtherAnswers }: RegisterCall, result: CallResult, time: number): CallReport {
  if (result.kind === 'answered') return { cacheKey, outcome: 'answered', cached: result.cached }
  const { failure } = result
  return { cacheKey, outcome: hasOtherAnswers?.() ? 'answered' : outcomeOf(failure, time), failure }
}

function outcomeOf({ reason, isBug }: NoAnswer, time: number): CallOutcome {
  if (isBug || reason === 'BUSY' || reason === 'PAUSED') return 'neutral'
  if (!noAnswerReasons[reason].isFailure) return 'answered'
  return reason === 'TIMEOUT' && time < FAIR_CALL_TIME_MS ? 'neutral' : 'failed'
}

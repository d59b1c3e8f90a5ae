import { acquirePermit } from './acquire-permit.ts'
import { isFreshEnough, readCached } from './cached-answer.ts'
import { type CallResult, failed, toReport, toResult } from './call-result.ts'
import { recordCall } from './metrics.ts'
import { limiterKeyOf } from './register.ts'
import type { RegisterCall } from './register-call.ts'
import { makeCall, type RegisterServices } from './register-http.ts'

export async function callRegister(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const cached = call.known ? call.known.answer : await readCached(services, call.cacheKey)
  if (cached && isFreshEnough(cached, call.oldest, Date.now())) return { kind: 'answered', cached }
  const work = callWithPermit(services, call)
  // Other callers wait for this call, so it continues even if this request is canceled.
  services.waitUntil(work)
  const result = await work
  return result.kind === 'failed' ? { ...result, stale: cached } : result
}

async function callWithPermit(services: RegisterServices, call: RegisterCall): Promise<CallResult> {
  const permit = await acquirePermit(services, call)
  if (permit.kind === 'answered') return permit
  if (permit.kind === 'failed') return failed(permit.failure)
  const startedAt = Date.now()
  const result = toResult(call, await makeCall(services, call, permit.limitRate))
  const duration = Date.now() - startedAt
  const report = toReport(call, result, call.deadline - startedAt)
  const record = async () => {
    const change = await permit.release(report)
    await recordCall(services.redis, { ...report, limiterKey: limiterKeyOf(call), duration, change })
  }
  services.waitUntil(record())
  return result
}

import { AppError, asAppError } from '#worker/errors.ts'
import { BURST } from '#worker/quota/authorization.ts'
import { rateLimitHeaders } from '#worker/quota/rate-limit-headers.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { type ErrorOutcome, errorOutcomes, type SandboxOutcome, sandboxOutcomes } from './contract.ts'
import { magicNumbers } from './magic-numbers.ts'
import { simulateSource } from './simulate-source.ts'

export type SandboxCaller = {
  canUseRegisters: boolean
  vatNumber: string | null
  monthlyLimit: number
}

export type SandboxAnswer = { answer: ValidationResponse | AppError; headers?: Record<string, string> }

/** `isRow`: of a batch or a monitor. No request can fail for it, so the outcomes for that are `registered`. */
export function answerInSandbox(
  input: ValidateRequest,
  caller: SandboxCaller,
  { requestId, now, isRow = false }: { requestId: string; now: Date; isRow?: boolean },
): SandboxAnswer {
  try {
    const response = { ...checkFormat(input, requestId, now), live: false }
    const wanted = input.sandbox ?? magicOutcome(response) ?? 'registered'
    if (isErrorOutcome(wanted) && !isRow) return simulateError(wanted, caller.monthlyLimit, now)
    const outcome = isErrorOutcome(wanted) ? 'registered' : wanted
    if (caller.canUseRegisters) {
      return { answer: simulateSource(input, response, { outcome, vatNumber: caller.vatNumber, now }) }
    }
    return { answer: input.sandbox === undefined ? response : noRegisters }
  } catch (error) {
    return { answer: asAppError(error) }
  }
}

const noRegisters = new AppError('PERMISSION_MISSING', {
  message: 'This API token has no "Tax Validation API Access", so we query no register.',
})

const isErrorOutcome = (outcome: SandboxOutcome): outcome is ErrorOutcome =>
  errorOutcomes.some((error) => error === outcome)

function magicOutcome({ additionalInfo }: ValidationResponse): SandboxOutcome | undefined {
  const { type = '', compact = '' } = additionalInfo
  return sandboxOutcomes[magicNumbers[type]?.indexOf(compact) ?? -1]
}

type Simulated = { answer: AppError; headers: Record<string, string> }

function simulateError(outcome: ErrorOutcome, monthlyLimit: number, now: Date): Simulated {
  switch (outcome) {
    case 'quota_exceeded': {
      const quota = { isTest: false, monthlyLimit, usedCount: monthlyLimit, burstLeft: BURST.calls }
      return { answer: refusalError({ refusal: 'QUOTA', at: now }), headers: rateLimitHeaders(quota, now) }
    }
    case 'rate_limited': {
      const quota = { isTest: false, monthlyLimit, usedCount: 0, burstLeft: 0 }
      return {
        answer: refusalError({ refusal: 'BURST', at: now, retryAfter: 1 }),
        headers: rateLimitHeaders(quota, now),
      }
    }
    case 'error_503':
      return { answer: new AppError('SERVICE_UNAVAILABLE', { retryAfter: 5 }), headers: {} }
  }
}

import type { Outcome } from '#worker/activity/contract.ts'
import { type RecordedCall, recordCall, recordCallNow } from '#worker/activity/record-call.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Admission, AdmissionRequest } from './admission.ts'
import { admit } from './admit.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { refusalError } from './refuse.ts'
import { validate } from './validate.ts'

export type ValidateCall = Pick<AdmissionRequest, 'tokenHash' | 'address'> & {
  /** What the body asks, or the error of a body that asks nothing. */
  input: ValidateRequest | AppError
  method: string
  endpoint: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** The dashboard reads its activity back at once, so its calls are written before their answer. */
  recordFirst: boolean
}

export type AnsweredCall = { answer: ValidationResponse | AppError; headers: Record<string, string> }

/**
 * One call of the product's main job. The answer is worked out first, which costs microseconds, so that only a call
 * that will succeed spends quota; a call with a bad body still learns first whether its token is good.
 */
export async function answerCall(ctx: Context, call: ValidateCall): Promise<AnsweredCall> {
  const answer = answerTo(ctx, call.input)
  const admission = await admit(ctx, {
    tokenHash: call.tokenHash,
    address: call.address,
    permission: 'read',
    cost: answer instanceof AppError ? 0 : 1,
  })
  const given = admission.admitted ? answer : refusalError(admission.refusal, admission.wait, admission.at)
  const recorded = toRecordedCall(ctx, call, admission, given)
  if (recorded && call.recordFirst) await recordCallNow(ctx, recorded)
  else if (recorded) recordCall(ctx, recorded)
  return { answer: given, headers: rateLimitHeaders(admission.caller, admission.at) }
}

function answerTo(ctx: Context, input: ValidateRequest | AppError): ValidationResponse | AppError {
  if (input instanceof AppError) return input
  try {
    return validate(input, ctx.requestId, ctx.now)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function toRecordedCall(
  ctx: Context,
  call: ValidateCall,
  admission: Admission,
  given: ValidationResponse | AppError,
): RecordedCall | undefined {
  const { caller } = admission
  if (!caller) return undefined
  const failed = given instanceof AppError
  return {
    tokenHash: call.tokenHash,
    believed: {
      id: caller.organizationId,
      status: caller.status,
      tier: caller.tier,
      monthlyLimit: caller.monthlyLimit,
    },
    call: {
      requestId: ctx.requestId,
      organizationId: caller.organizationId,
      tokenId: caller.tokenId,
      method: call.method,
      endpoint: call.endpoint,
      statusCode: failed ? given.status : 200,
      outcome: outcomeOf(given),
      responseTime: Math.max(0, Date.now() - call.startedAt),
      country: call.input instanceof AppError ? null : call.input.countryCode,
      spent: failed ? 0 : 1,
      owed: admission.admitted ? admission.owed : 0,
      at: admission.at.toISOString(),
    },
  }
}

function outcomeOf(given: ValidationResponse | AppError): Outcome {
  if (given instanceof AppError) return 'refused'
  const { isValid } = given.validation.overall
  if (isValid === null) return 'unknown'
  return isValid ? 'valid' : 'invalid'
}

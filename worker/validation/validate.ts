import type { Outcome } from '#worker/activity/contract.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Authorization, AuthorizationRequest } from '#worker/quota/authorization.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { addPendingWrites } from '#worker/quota/pending-writes.ts'
import { type RecordedCall, recordCall, recordCallNow } from '#worker/quota/record-call.ts'
import { checkFormat } from './check-format.ts'
import { cachedAnswerRequest, checkSource, type RegisterQuery, toRegisterQuery } from './check-source.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'
import { rateLimitHeaders, unknownTokenHeaders } from './rate-limit-headers.ts'
import { refusalError } from './refusal-error.ts'

export type ValidateCall = Pick<AuthorizationRequest, 'tokenHash' | 'address'> & {
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
 * that will succeed spends quota; a call with a bad body still learns first whether its token is good. Only a call that
 * was let in asks a register, and what that says or does not say refuses nobody.
 */
export async function validate(ctx: Context, call: ValidateCall): Promise<AnsweredCall> {
  const { answer, query } = answerTo(ctx, call)
  const admission = await authorize(ctx, {
    tokenHash: call.tokenHash,
    address: call.address,
    permission: 'read',
    cost: answer instanceof AppError ? 0 : 1,
    kept: query && cachedAnswerRequest(query, ctx.settings),
  })
  const pending = admission.admitted ? admission.pending : 0
  // Redis may fail while a register is asked: what was spent there is known here until it is recorded.
  addPendingWrites(pending)
  try {
    const given = await givenTo(ctx, answer, query, admission)
    const recorded = toRecordedCall(ctx, call, admission, given)
    if (recorded && call.recordFirst) await recordCallNow(ctx, recorded)
    else if (recorded) recordCall(ctx, recorded)
    return { answer: given, headers: headersOf(admission) }
  } finally {
    addPendingWrites(-pending)
  }
}

type Answer =
  | { answer: ValidationResponse; query: RegisterQuery | undefined }
  | { answer: AppError; query?: never }

function answerTo(ctx: Context, { input, startedAt }: ValidateCall): Answer {
  if (input instanceof AppError) return { answer: input }
  try {
    const answer = checkFormat(input, ctx.requestId, ctx.now)
    return { answer, query: toRegisterQuery(input, answer, ctx.settings, startedAt) }
  } catch (error) {
    if (error instanceof AppError) return { answer: error }
    throw error
  }
}

async function givenTo(
  ctx: Context,
  answer: ValidationResponse | AppError,
  query: RegisterQuery | undefined,
  admission: Authorization,
): Promise<ValidationResponse | AppError> {
  if (!admission.admitted) return refusalError(admission.refusal, admission.wait, admission.at)
  const asks = query && admission.caller.canUseRegisters && !(answer instanceof AppError)
  return asks ? await checkSource(ctx, answer, query, admission) : answer
}

function toRecordedCall(
  ctx: Context,
  call: ValidateCall,
  admission: Authorization,
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
      vatNumber: caller.vatNumber,
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
      pending: admission.admitted ? admission.pending : 0,
      at: admission.at.toISOString(),
    },
  }
}

function headersOf(admission: Authorization): Record<string, string> {
  if (admission.caller) return rateLimitHeaders(admission.caller, admission.at)
  return admission.admitted ? {} : unknownTokenHeaders(admission.tried, admission.wait)
}

function outcomeOf(given: ValidationResponse | AppError): Outcome {
  if (given instanceof AppError) return 'refused'
  const { isValid } = given.validation.overall
  if (isValid === null) return 'unknown'
  return isValid ? 'valid' : 'invalid'
}

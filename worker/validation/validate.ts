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
  input: ValidateRequest | AppError
  method: string
  endpoint: string
  startedAt: number
  /** The dashboard lists the call at once. */
  recordFirst: boolean
}

type Answer = ValidationResponse | AppError

/**
 * The format is checked first, which takes microseconds, so that only a call that will succeed spends quota. A call
 * with an invalid body still gets an error for its token first.
 */
export async function validate(
  ctx: Context,
  call: ValidateCall,
): Promise<{ answer: Answer; headers: Record<string, string> }> {
  const { formatAnswer, query } = checkInput(ctx, call)
  const authorization = await authorize(ctx, {
    tokenHash: call.tokenHash,
    address: call.address,
    permission: 'read',
    cost: formatAnswer instanceof AppError ? 0 : 1,
    cachedAnswer: query && cachedAnswerRequest(query, ctx.settings),
  })
  const pending = authorization.authorized ? authorization.pending : 0
  // Redis may lose its data during the register look-up.
  addPendingWrites(pending)
  try {
    const answer = await finishAnswer(ctx, formatAnswer, query, authorization)
    const recorded = toRecordedCall(ctx, call, authorization, answer)
    if (recorded && call.recordFirst) await recordCallNow(ctx, recorded)
    else if (recorded) recordCall(ctx, recorded)
    return { answer, headers: headersFor(authorization) }
  } finally {
    addPendingWrites(-pending)
  }
}

function checkInput(
  ctx: Context,
  { input, startedAt }: ValidateCall,
): { formatAnswer: Answer; query?: RegisterQuery | undefined } {
  if (input instanceof AppError) return { formatAnswer: input }
  try {
    const formatAnswer = checkFormat(input, ctx.requestId, ctx.now)
    return { formatAnswer, query: toRegisterQuery(input, formatAnswer, ctx.settings, startedAt) }
  } catch (error) {
    if (error instanceof AppError) return { formatAnswer: error }
    throw error
  }
}

async function finishAnswer(
  ctx: Context,
  formatAnswer: Answer,
  query: RegisterQuery | undefined,
  authorization: Authorization,
): Promise<Answer> {
  if (!authorization.authorized) {
    return refusalError(authorization.refusal, authorization.wait, authorization.at)
  }
  if (!query || !authorization.caller.canUseRegisters || formatAnswer instanceof AppError) return formatAnswer
  return await checkSource(ctx, formatAnswer, query, authorization)
}

function toRecordedCall(
  ctx: Context,
  call: ValidateCall,
  authorization: Authorization,
  answer: Answer,
): RecordedCall | undefined {
  const { caller } = authorization
  if (!caller) return undefined
  const failed = answer instanceof AppError
  return {
    tokenHash: call.tokenHash,
    cached: {
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
      statusCode: failed ? answer.status : 200,
      outcome: outcomeOf(answer),
      responseTime: Math.max(0, Date.now() - call.startedAt),
      country: call.input instanceof AppError ? null : call.input.countryCode,
      spent: failed ? 0 : 1,
      pending: authorization.authorized ? authorization.pending : 0,
      at: authorization.at.toISOString(),
    },
  }
}

function headersFor(authorization: Authorization): Record<string, string> {
  if (authorization.caller) return rateLimitHeaders(authorization.caller, authorization.at)
  if (authorization.authorized) return {}
  return unknownTokenHeaders(authorization.unknownTokens, authorization.wait)
}

function outcomeOf(answer: Answer): Outcome {
  if (answer instanceof AppError) return 'refused'
  const { isValid } = answer.validation.overall
  if (isValid === null) return 'unknown'
  return isValid ? 'valid' : 'invalid'
}

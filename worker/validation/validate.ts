import type { Outcome } from '#worker/activity/contract.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { decryptAnswer, encryptAnswer, type IdempotentCall } from '#worker/idempotency/idempotent-call.ts'
import type { Authorization, AuthorizationRequest } from '#worker/quota/authorization.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { type RecordedCall, recordCall, recordCallNow } from '#worker/quota/record-call.ts'
import { checkFormat } from './check-format.ts'
import {
  type CachedAnswerRead,
  checkSource,
  type RegisterQuery,
  readCachedAnswer,
  toRegisterQuery,
} from './check-source.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'
import { rateLimitHeaders, unknownTokenHeaders } from './rate-limit-headers.ts'
import { refusalError } from './refusal-error.ts'

export type ValidateCall = Pick<AuthorizationRequest, 'tokenHash' | 'organizationId' | 'address'> & {
  input: ValidateRequest | AppError
  method: string
  endpoint: string
  startedAt: number
  /** The dashboard lists the call immediately, and it doesn't count as a use of the token. */
  fromDashboard: boolean
  idempotent?: IdempotentCall | undefined
}

type Answer = ValidationResponse | AppError

type Result = { answer: Answer; headers: Record<string, string> }

/**
 * The format is checked first, which takes microseconds, so that only a call that will succeed spends quota. A call
 * with an invalid body still gets an error for its token first.
 */
export async function validate(ctx: BaseContext, call: ValidateCall): Promise<Result> {
  const { formatAnswer, query } = checkInput(ctx, call)
  const { tokenHash, organizationId, address, idempotent } = call
  const cost = formatAnswer instanceof AppError ? 0 : 1
  let cachedAnswer: CachedAnswerRead | undefined
  const onRegisters = (vatNumber: string | null) => {
    if (query) cachedAnswer = readCachedAnswer(ctx, query, vatNumber)
  }
  const authorizingAt = Date.now()
  const authorization = await authorize(ctx, {
    tokenHash,
    organizationId,
    address,
    permission: 'read',
    cost,
    onRegisters,
    ...(cost > 0 && { claim: idempotent?.claim }),
  })
  const quotaTime = Date.now() - authorizingAt
  if (authorization.authorized && authorization.replay && idempotent) {
    const stored = await decryptAnswer(idempotent, authorization.replay)
    if (stored) {
      const headers = { ...headersFor(authorization), 'Idempotent-Replayed': 'true' }
      return { answer: parseAnswer(stored.json), headers }
    }
  }
  const { answer, registerTime } = await finishAnswer(
    ctx,
    { formatAnswer, query, cachedAnswer },
    authorization,
  )
  const recorded = toRecordedCall(ctx, call, authorization, { answer, quotaTime, registerTime })
  if (recorded && call.fromDashboard) await recordCallNow(ctx, recorded)
  else if (recorded) recordCall(ctx, recorded)
  const headers = headersFor(authorization)
  if (!idempotent || answer instanceof AppError) return { answer, headers }
  storeAnswer(ctx, idempotent, authorization, answer)
  return { answer, headers: { ...headers, 'X-Request-Id': idempotent.requestId } }
}

/** Not validated, because the encryption proves that `storeAnswer` wrote it. */
const parseAnswer = (json: string): ValidationResponse => JSON.parse(json)

/** After the response. Until then, or if it fails, a repeated call is refused for at most a minute. */
function storeAnswer(
  ctx: BaseContext,
  idempotent: IdempotentCall,
  authorization: Authorization,
  answer: ValidationResponse,
): void {
  if (!authorization.authorized || !authorization.store) return
  const stored = encryptAnswer(idempotent, { status: 200, json: JSON.stringify(answer) })
  ctx.waitUntil(stored.then(authorization.store))
}

/** A failed call keeps its own ID, so that a successful repetition is recorded. */
const requestIdOf = (ctx: BaseContext, { idempotent }: ValidateCall) => idempotent?.requestId ?? ctx.requestId

function checkInput(
  ctx: BaseContext,
  call: ValidateCall,
): { formatAnswer: Answer; query?: RegisterQuery | undefined } {
  const { input, startedAt } = call
  if (input instanceof AppError) return { formatAnswer: input }
  try {
    const formatAnswer = checkFormat(input, requestIdOf(ctx, call), ctx.now)
    return { formatAnswer, query: toRegisterQuery(input, formatAnswer, ctx.settings, startedAt) }
  } catch (error) {
    if (error instanceof AppError) return { formatAnswer: error }
    throw error
  }
}

type FormatCheck = {
  formatAnswer: Answer
  query: RegisterQuery | undefined
  cachedAnswer: CachedAnswerRead | undefined
}

/** `registerTime` is null if no register was needed. */
type FinishedAnswer = { answer: Answer; registerTime: number | null }

/** A call that fails spends nothing. */
async function finishAnswer(
  ctx: BaseContext,
  { formatAnswer, query, cachedAnswer }: FormatCheck,
  authorization: Authorization,
): Promise<FinishedAnswer> {
  if (!authorization.authorized) {
    const answer = refusalError(authorization.refusal, authorization.wait, authorization.at)
    return { answer, registerTime: null }
  }
  const { caller, finish } = authorization
  let used = 0
  try {
    if (formatAnswer instanceof AppError) return { answer: formatAnswer, registerTime: null }
    if (!query || !caller.canUseRegisters) {
      used = 1
      return { answer: formatAnswer, registerTime: null }
    }
    const startedAt = Date.now()
    const answer = await checkSource(ctx, formatAnswer, query, { caller, cachedAnswer })
    used = 1
    return { answer, registerTime: Date.now() - startedAt }
  } finally {
    finish(used)
  }
}

function toRecordedCall(
  ctx: BaseContext,
  call: ValidateCall,
  authorization: Authorization,
  { answer, quotaTime, registerTime }: FinishedAnswer & { quotaTime: number },
): RecordedCall | undefined {
  const { caller } = authorization
  if (!caller) return undefined
  const failed = answer instanceof AppError
  return {
    tokenHash: call.tokenHash,
    caller,
    call: {
      requestId: failed ? ctx.requestId : requestIdOf(ctx, call),
      organizationId: caller.organizationId,
      tokenId: caller.tokenId,
      method: call.method,
      endpoint: call.endpoint,
      statusCode: failed ? answer.status : 200,
      outcome: outcomeOf(answer),
      responseTime: Math.max(0, Date.now() - call.startedAt),
      quotaTime: smallTime(quotaTime),
      registerTime: registerTime === null ? null : smallTime(registerTime),
      errorCode: failed ? answer.code : null,
      country: call.input instanceof AppError ? null : call.input.countryCode,
      spent: failed ? 0 : 1,
      ...(call.fromDashboard && { fromDashboard: true }),
      at: authorization.at.toISOString(),
    },
  }
}

/** Fits a `smallint`, whose maximum is longer than any call may take. */
const smallTime = (milliseconds: number) => Math.min(Math.max(0, milliseconds), 32_767)

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

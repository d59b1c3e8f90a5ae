import type { Outcome } from '#worker/activity/contract.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { decryptAnswer, encryptAnswer, type IdempotentCall } from '#worker/idempotency/idempotent-call.ts'
import type { Authorization, AuthorizationRequest, Caller, CountedCall } from '#worker/quota/authorization.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { knownState } from '#worker/quota/known-quotas.ts'
import { recordCall, recordCallNow } from '#worker/quota/record-call.ts'
import type { RecordedCall } from '#worker/quota/recorded-call.ts'
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

/** Checks the format first, so that only a call that will succeed is counted. */
export async function validate(ctx: BaseContext, call: ValidateCall): Promise<Result> {
  const { tokenHash, organizationId, address, idempotent } = call
  const requestId = idempotent?.requestId ?? ctx.requestId
  const checked = checkInput(ctx, call, requestId)
  const token = { tokenHash, organizationId, address, permission: 'read' } as const

  const known = knownState(ctx.now, token)
  const mayUseRegisters = !known || known.token?.validation
  const cachedAnswer =
    checked.query && mayUseRegisters
      ? readCachedAnswer(ctx, checked.query, known?.organization.vatNumber ?? null)
      : undefined

  const authorizingAt = Date.now()
  const counted = toCountedCall(call, checked.format, requestId)
  const authorization = await authorize(ctx, { ...token, counted })
  const quotaTime = Date.now() - authorizingAt
  const headers = headersFor(authorization)
  if (authorization.authorized && authorization.replay && idempotent) {
    const stored = await decryptAnswer(idempotent, authorization.replay)
    const replayed = { ...headers, 'Idempotent-Replayed': 'true' }
    if (stored) return { answer: parseAnswer(stored.json), headers: replayed }
  }

  const answeringAt = Date.now()
  const answer = await answerOf(ctx, { ...checked, cachedAnswer }, authorization)
  if (authorization.caller) {
    const usedRegister = checked.query && authorization.authorized && authorization.caller.canUseRegisters
    const recorded = toRecordedCall(call, authorization.caller, answer, {
      // A failed call keeps its own ID, so that a successful repetition is recorded.
      requestId: answer instanceof AppError ? ctx.requestId : requestId,
      quotaTime,
      registerTime: usedRegister ? Date.now() - answeringAt : null,
      at: authorization.at,
    })
    if (call.fromDashboard) await recordCallNow(ctx, recorded)
    else recordCall(ctx, recorded)
  }
  if (!idempotent || answer instanceof AppError) return { answer, headers }
  // Until it is stored, or if that fails, a repeated call is refused for at most a minute.
  const stored = encryptAnswer(idempotent, { status: 200, json: JSON.stringify(answer) })
  if (authorization.authorized && authorization.store) ctx.waitUntil(stored.then(authorization.store))
  return { answer, headers: { ...headers, 'X-Request-Id': idempotent.requestId } }
}

/** Not validated, because the encryption proves that we wrote it. */
const parseAnswer = (json: string): ValidationResponse => JSON.parse(json)

type CheckedInput = { format: Answer; query?: RegisterQuery | undefined }

function checkInput(ctx: BaseContext, { input, startedAt }: ValidateCall, requestId: string): CheckedInput {
  if (input instanceof AppError) return { format: input }
  try {
    const format = checkFormat(input, requestId, ctx.now)
    return { format, query: toRegisterQuery(input, format, ctx.settings, startedAt) }
  } catch (error) {
    if (error instanceof AppError) return { format: error }
    throw error
  }
}

const countryOf = ({ input }: ValidateCall) => (input instanceof AppError ? null : input.countryCode)

/** Undefined for a call that will fail: its token is checked, but it isn't counted. */
function toCountedCall(call: ValidateCall, format: Answer, requestId: string): CountedCall | undefined {
  if (format instanceof AppError) return undefined
  const { method, endpoint, idempotent } = call
  return { requestId, method, endpoint, country: countryOf(call), claim: idempotent?.claim }
}

async function answerOf(
  ctx: BaseContext,
  { format, query, cachedAnswer }: CheckedInput & { cachedAnswer: CachedAnswerRead | undefined },
  authorization: Authorization,
): Promise<Answer> {
  if (!authorization.authorized)
    return refusalError(authorization.refusal, authorization.wait, authorization.at)
  const { caller, finish } = authorization
  let isAnswered = false
  try {
    const isChecked = format instanceof AppError || !query || !caller.canUseRegisters
    const answer = isChecked ? format : await checkSource(ctx, format, query, { caller, cachedAnswer })
    isAnswered = !(answer instanceof AppError)
    return answer
  } finally {
    finish(isAnswered)
  }
}

type Recorded = { requestId: string; quotaTime: number; registerTime: number | null; at: Date }

function toRecordedCall(
  call: ValidateCall,
  caller: Caller,
  answer: Answer,
  { requestId, quotaTime, registerTime, at }: Recorded,
): RecordedCall {
  const failed = answer instanceof AppError
  return {
    requestId,
    organizationId: caller.organizationId,
    tokenId: caller.tokenId,
    tokenHash: call.tokenHash,
    method: call.method,
    endpoint: call.endpoint,
    statusCode: failed ? answer.status : 200,
    outcome: outcomeOf(answer),
    responseTime: Math.max(0, Date.now() - call.startedAt),
    quotaTime: smallTime(quotaTime),
    registerTime: registerTime === null ? null : smallTime(registerTime),
    errorCode: failed ? answer.code : null,
    country: countryOf(call),
    spent: failed ? 0 : 1,
    ...(call.fromDashboard && { fromDashboard: true }),
    at: at.toISOString(),
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

import type { BaseContext } from '#worker/base-context.ts'
import { AppError, asAppError } from '#worker/errors.ts'
import type { AuthorizationRequest, Authorized, Caller, Count, Refused } from '#worker/quota/authorization.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { countCall } from '#worker/quota/count-call.ts'
import { anonymousHeaders, rateLimitHeaders } from '#worker/quota/rate-limit-headers.ts'
import { recordCall, recordCallNow } from '#worker/quota/record-call.ts'
import type { RecordedCall } from '#worker/quota/recorded-call.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { isoCode } from '#worker/tin/contract/country-aliases.ts'
import { type Answer, answerWithKey, type IdempotencyKey } from './answer-with-key.ts'
import { checkFormat } from './check-format.ts'
import { checkSource, type Reading, type RegisterQuery, readAhead, toRegisterQuery } from './check-source.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'
import { followUp } from './follow-up.ts'
import { hashNumber } from './hash-number.ts'

export type ValidateCall = Pick<
  AuthorizationRequest,
  'tokenHash' | 'organizationId' | 'clientNetwork' | 'ip'
> & {
  input: ValidateRequest | AppError
  method: string
  endpoint: string
  startedAt: number
  callerCountry: string | null
  /** The dashboard lists the call immediately, and it doesn't count as a use of the token. */
  fromDashboard: boolean
  key?: IdempotencyKey | undefined
}

type Result = { answer: Answer; headers: Record<string, string> }

/** Checks the format first, so that only a call that will succeed is counted. */
export async function validate(ctx: BaseContext, call: ValidateCall): Promise<Result> {
  const checked = checkInput(ctx, call)
  const ahead = readAhead(ctx, call, checked.query)
  const hashing =
    checked.format instanceof AppError ? null : hashNumber(ctx.settings, call.organizationId, checked.format)
  const authorizingAt = Date.now()
  const authorization = await authorize(ctx, { ...call, permission: 'read' })
  const { at, caller } = authorization
  if (!caller) return { answer: refusalError(authorization), headers: anonymousHeaders(authorization) }
  const { answer, isReplay, isTakenBack, ...answered } = await answerOnce(
    ctx,
    call,
    { ...checked, ahead },
    { ...authorization, caller },
  ).catch((error: unknown): Answered => {
    const answer = asAppError(error)
    return { at, caller, answeringAt: Date.now(), answer, isTakenBack: true }
  })
  // A failed call has an ID of its own, so that a successful repetition is recorded.
  const requestId = answer instanceof AppError || isReplay ? ctx.requestId : answer.referenceId
  if (!isReplay && !isTakenBack) {
    const registerTime = checked.query && caller.canUseRegisters ? Date.now() - answered.answeringAt : null
    const quotaTime = answered.answeringAt - authorizingAt
    const measured = { requestId, quotaTime, registerTime, numberHash: await hashing }
    const recorded = toRecordedCall(call, { ...answered, answer }, measured)
    if (call.fromDashboard) await recordCallNow(ctx, recorded)
    else recordCall(ctx, recorded)
  }
  return {
    answer,
    headers: {
      ...rateLimitHeaders(answered.caller, answered.at),
      ...(isReplay && { 'Idempotent-Replayed': 'true' }),
      ...(requestId !== ctx.requestId && { 'X-Request-Id': requestId }),
    },
  }
}

type Checked = { format: Answer; query?: RegisterQuery | undefined }

function checkInput(ctx: BaseContext, call: ValidateCall): Checked {
  const { input, startedAt } = call
  if (input instanceof AppError) return { format: input }
  try {
    const format = checkFormat(input, ctx.requestId, ctx.now)
    return { format, query: toRegisterQuery(input, format, ctx.settings, startedAt) }
  } catch (error) {
    return { format: asAppError(error) }
  }
}

type Decided = { at: Date; caller: Caller; answeringAt: number }
/** `isTakenBack`: its count is being taken back, so it isn't recorded. */
type Answered = Decided & { answer: Answer; isReplay?: boolean; isTakenBack?: boolean }
type Prepared = Checked & { ahead: Reading | undefined }

/** A call that is refused or will fail counts nothing and claims no idempotency key. */
async function answerOnce(
  ctx: BaseContext,
  call: ValidateCall,
  prepared: Prepared,
  authorization: Authorized | (Refused & { caller: Caller }),
): Promise<Answered> {
  const { at, caller } = authorization
  const decided = { at, caller, answeringAt: Date.now() }
  if (!authorization.authorized) return { ...decided, answer: refusalError(authorization) }
  const { format } = prepared
  if (format instanceof AppError) return { ...decided, answer: format }
  const work = (requestId: string, isRecorded: boolean) =>
    countAndAnswer(
      ctx,
      call,
      { ...prepared, format: { ...format, referenceId: requestId } },
      { ...authorization, isRecorded },
    )
  if (!call.key) return await work(ctx.requestId, false)
  return await answerWithKey(ctx, { ...call, key: call.key }, decided, work)
}

async function countAndAnswer(
  ctx: BaseContext,
  call: ValidateCall,
  { format, query, ahead }: Prepared & { format: ValidationResponse },
  { isRecorded, ...authorization }: Authorized & { isRecorded: boolean },
): Promise<Answered> {
  const { method, endpoint } = call
  const counted = { requestId: format.referenceId, method, endpoint, country: countryOf(call) }
  const { at, used, refusal, takeBack }: Count = isRecorded
    ? { at: authorization.at, used: authorization.caller.usedCount }
    : await countCall(ctx, authorization, counted)
  const caller = { ...authorization.caller, usedCount: used }
  const decided = { at, caller, answeringAt: Date.now() }
  if (refusal) return { ...decided, answer: refusalError({ refusal, at, caller }) }
  const isLookedUp = query && caller.canUseRegisters
  const looked = isLookedUp ? await checkSource(ctx, format, query, { caller, ahead }) : format
  const answer = await followUp(ctx, { ...call, caller }, looked).catch((error: unknown) => {
    if (takeBack) ctx.waitUntil(takeBack())
    throw error
  })
  return { ...decided, answer }
}

const countryOf = ({ input }: ValidateCall) => (input instanceof AppError ? null : isoCode(input.countryCode))

function toRecordedCall(
  call: ValidateCall,
  { answer, caller, at }: Answered,
  {
    quotaTime,
    registerTime,
    ...known
  }: { requestId: string; quotaTime: number; registerTime: number | null; numberHash: string | null },
): RecordedCall {
  const failed = answer instanceof AppError
  return {
    ...known,
    organizationId: caller.organizationId,
    tokenId: caller.tokenId,
    method: call.method,
    endpoint: call.endpoint,
    statusCode: failed ? answer.status : answer.pending ? 202 : 200,
    outcome: failed ? 'refused' : answer.result,
    responseTime: Math.max(0, Date.now() - call.startedAt),
    quotaTime: smallTime(quotaTime),
    registerTime: registerTime === null ? null : smallTime(registerTime),
    errorCode: failed ? answer.code : (answer.errors[0]?.code ?? null),
    country: countryOf(call),
    spent: failed ? 0 : 1,
    callerCountry: call.callerCountry,
    ...(call.fromDashboard && { fromDashboard: true }),
    at: at.toISOString(),
  }
}

/** Fits a `smallint`, whose maximum is longer than any call may take. */
const smallTime = (milliseconds: number) => Math.min(Math.max(0, milliseconds), 32_767)

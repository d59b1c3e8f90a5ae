import type { BaseContext } from '#worker/base-context.ts'
import { AppError, asAppError } from '#worker/errors.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { monthlyLimits } from '#worker/membership/constants.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { anonymousHeaders, limitHeaders, rateLimitHeaders } from '#worker/quota/rate-limit-headers.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { enforceRateLimit, limits, takeCall } from '#worker/rate-limits.ts'
import {
  type Answer,
  answerWithKey,
  type CallWithKey,
  type IdempotencyKey,
} from '#worker/validation/answer-with-key.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { followUp } from '#worker/validation/follow-up.ts'
import { answerInSandbox, type SandboxCaller } from './answer.ts'
import { SANDBOX_TOKEN } from './contract.ts'
import { readSandboxToken, takeSandboxCall } from './sandbox-token.ts'

type Headers = Record<string, string>
type Answered = { answer: Answer; headers: Headers }
type TestCall = Omit<CallWithKey, 'key'> & {
  key: IdempotencyKey | undefined
  tokenHash: string
  organizationId: string
  clientNetwork: string
  ip: string
  callerCountry: string | null
}

export async function validateWithTestToken(ctx: BaseContext, call: TestCall): Promise<Answered> {
  const { tokenHash, organizationId, clientNetwork, ip, input, key } = call
  const authorization = await authorize(ctx, {
    tokenHash,
    organizationId,
    clientNetwork,
    ip,
    permission: 'read',
    isTest: true,
  })
  const { at, caller } = authorization
  if (!caller) return { answer: refusalError(authorization), headers: anonymousHeaders(authorization) }
  const headers = rateLimitHeaders(caller, at)
  if (!authorization.authorized) return { answer: refusalError(authorization), headers }
  noteUse(ctx, call)
  if (input instanceof AppError) return { answer: input, headers }
  const work = async (requestId: string): Promise<Answered> => {
    const simulated = answerInSandbox(input, caller, { requestId, now: ctx.now })
    if (simulated.answer instanceof AppError) return { headers, ...simulated }
    await limitStored(ctx, organizationId, input, simulated.answer)
    return { headers, answer: await followUp(ctx, { input, caller, clientNetwork }, simulated.answer) }
  }
  const isKept =
    key &&
    (await takeCall(ctx.redis, limits.testKeysByOrganization, hashKey(organizationId))).retryAfter === 0
  // Repeating a simulated call does no harm, so keys beyond the limit have no effect.
  if (!isKept)
    return await work(ctx.requestId).catch((error: unknown) => ({ answer: asAppError(error), headers }))
  const { isReplay, ...answered } = await answerWithKey(ctx, { ...call, key }, { headers }, work)
  if (isReplay) return { ...answered, headers: { ...headers, 'Idempotent-Replayed': 'true' } }
  const { answer } = answered
  if (answer instanceof AppError) return answered
  return { answer, headers: { ...answered.headers, 'X-Request-Id': answer.referenceId } }
}

async function limitStored(
  ctx: BaseContext,
  organizationId: string,
  input: ValidateRequest,
  { result }: ValidationResponse,
): Promise<void> {
  if (input.async !== undefined && result === 'unconfirmed')
    await enforceRateLimit(ctx, limits.testValidationsByOrganization, organizationId)
  if (input.record) await enforceRateLimit(ctx, limits.testRecordsByOrganization, organizationId)
}

const MAX_TOKENS = 1_000
const ONCE_A_MINUTE = { calls: 1, seconds: 60 } as const
const noted = new FixedWindow(MAX_TOKENS)

const loadKeepTokenCurrent = onceLoaded(() => import('./keep-token-current.ts'))

function noteUse(ctx: BaseContext, call: TestCall): void {
  if (noted.take(call.tokenHash, ONCE_A_MINUTE).retryAfter > 0) return
  ctx.waitUntil(loadKeepTokenCurrent().then(({ keepTokenCurrent }) => keepTokenCurrent(ctx, call)))
}

const visitor: SandboxCaller = { canUseRegisters: true, vatNumber: null, monthlyLimit: monthlyLimits.FREE }

export async function validateWithSandboxToken(
  ctx: BaseContext,
  { jwt, input }: { jwt: string; input: ValidateRequest | AppError },
): Promise<Answered> {
  const claims = await readSandboxToken(ctx, jwt)
  if (claims instanceof AppError) return { answer: claims, headers: anonymousHeaders() }
  if (!(input instanceof AppError) && (input.async || input.record))
    return { answer: new AppError('SANDBOX_TOKEN_REFUSED'), headers: {} }
  const taken = await takeSandboxCall(ctx, claims)
  const untilEnd = Math.max(0, Math.ceil(claims.expiresAt - ctx.now.getTime() / 1_000))
  const headers = limitHeaders('sandbox-token', SANDBOX_TOKEN, taken.left, untilEnd)
  if (taken.retryAfter > 0) return { answer: new AppError('SANDBOX_TOKEN_USED_UP'), headers }
  if (input instanceof AppError) return { answer: input, headers }
  return { headers, ...answerInSandbox(input, visitor, ctx) }
}

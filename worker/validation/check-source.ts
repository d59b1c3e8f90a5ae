import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { knownQuota } from '#worker/quota/cached-quotas.ts'
import { answerKey, type CachedAnswer, readCached } from '#worker/registers/cached-answer.ts'
import { type LookUp, type LookUpOptions, lookUp } from '#worker/registers/look-up.ts'
import type { LookUpRequest, Register, RegisterSettings } from '#worker/registers/register.ts'
import { toRequester } from '#worker/registers/requester.ts'
import { isEnabled, registerOf } from '#worker/registers/sources.ts'
import { type Asked, addSourceResult } from './add-source-result.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'

export type RegisterQuery = {
  register: Register
  /** Has no requester: the organization isn't known before the call is authorized. */
  request: LookUpRequest
  /** Milliseconds since 1970: the oldest cached answer to accept. 0 applies the register's own rule. */
  oldest: number
  startedAt: number
  asked: Asked
}

export function toRegisterQuery(
  input: ValidateRequest,
  response: ValidationResponse,
  settings: RegisterSettings,
  startedAt: number,
): RegisterQuery | undefined {
  const found = findRegister(input, response)
  if (!found || !isEnabled(found.register, settings)) return undefined
  const { register, identifier, compact } = found
  const oldest = input.fresh ? startedAt : input.maxAge === undefined ? 0 : startedAt - input.maxAge * 1_000
  return {
    register,
    request: { identifier, compact, requester: null },
    oldest,
    startedAt,
    asked: { kind: input.kind, name: input.name, address: input.address },
  }
}

/** Undefined if there is nothing to look up: an invalid or generic number, no register, or `source: false`. */
export function findRegister(
  input: Pick<ValidateRequest, 'source'>,
  { validation, warnings, additionalInfo }: ValidationResponse,
): { register: Register; identifier: string; compact: string } | undefined {
  const { type: identifier, compact } = additionalInfo
  const isGeneric = warnings.some(({ code }) => code === 'GENERIC_NUMBER')
  if (input.source === false || !validation.format.isValid || isGeneric) return undefined
  const register = identifier && registerOf(identifier)
  return register && compact ? { register, identifier, compact } : undefined
}

/** For an organization with this VAT number: a cached answer with a consultation number belongs to it. */
export type ReadAhead = {
  vatNumber: string | null
  cacheKey: Promise<string>
  answer: Promise<CachedAnswer | undefined>
}

export function readAhead(
  ctx: BaseContext,
  token: { organizationId: string; tokenHash: string },
  query: RegisterQuery | undefined,
): ReadAhead | undefined {
  const known = knownQuota(ctx, token)
  if (!query || (known && !known.token.validation)) return undefined
  const vatNumber = known?.organization.vatNumber ?? null
  const request = { ...query.request, requester: toRequester(query.register, vatNumber) }
  const cacheKey = answerKey(ctx.settings, request)
  return { vatNumber, cacheKey, answer: cacheKey.then((key) => readCached(ctx, key)) }
}

export async function checkSource(
  ctx: BaseContext,
  response: ValidationResponse,
  { register, request, oldest, startedAt, asked }: RegisterQuery,
  { caller, ahead }: { caller: Caller; ahead: ReadAhead | undefined },
): Promise<ValidationResponse> {
  const { organizationId, vatNumber, tier } = caller
  const requested = { ...request, requester: toRequester(register, vatNumber) }
  const found = await lookUpSafely(ctx, requested, {
    register,
    caller: { organizationId, isPaid: tier !== 'FREE' },
    oldest,
    since: startedAt,
    ahead: ahead?.vatNumber === vatNumber ? ahead : undefined,
  })
  return addSourceResult(response, { identifier: request.identifier, lookUp: found, asked, now: ctx.now })
}

/** The call is already spent, so an unexpected error counts as an outage of the register. */
async function lookUpSafely(
  ctx: BaseContext,
  request: LookUpRequest,
  {
    register,
    ahead,
    ...options
  }: { register: Register; ahead: ReadAhead | undefined } & Omit<LookUpOptions, 'cacheKey' | 'known'>,
): Promise<LookUp> {
  try {
    const cacheKey = await (ahead?.cacheKey ?? answerKey(ctx.settings, request))
    const known = ahead && { answer: await ahead.answer }
    return await lookUp(ctx, request, { ...options, cacheKey, ...(known && { known }) })
  } catch (error) {
    logError('look-up', error, ctx.requestId)
    const failure = { kind: 'no-answer', reason: 'UNREACHABLE' } as const
    return { cached: undefined, isStale: false, failures: [{ register, failure }] }
  }
}

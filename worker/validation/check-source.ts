import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { knownQuota } from '#worker/quota/cached-quotas.ts'
import { answerKey, type CachedAnswer, readCached } from '#worker/registers/cached-answer.ts'
import { type LookUp, lookUp } from '#worker/registers/look-up.ts'
import type { LookUpRequest, Register, RegisterSettings } from '#worker/registers/register.ts'
import { requestOf } from '#worker/registers/requester.ts'
import { isEnabled, registerOf } from '#worker/registers/sources.ts'
import { type Asked, addSourceResult } from './add-source-result.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'

export type RegisterQuery = {
  register: Register
  /** Has no requester: the organization isn't known before the call is authorized. */
  request: LookUpRequest
  /** The time of the oldest cached answer to accept, in milliseconds since 1970. 0 applies the register's own rule. */
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
  // The 13 digits of a branch are too long for VIES.
  const isBranch = identifier === 'BG.EIK' && compact?.length === 13
  const register = identifier && !isBranch && registerOf(identifier)
  return register && compact ? { register, identifier, compact } : undefined
}

/** For an organization with this VAT number: a cached answer with a consultation number belongs to it. */
export type Reading = {
  vatNumber: string | null
  request: LookUpRequest
  cacheKey: Promise<string>
  cached: Promise<CachedAnswer | undefined>
}

function startReading(ctx: BaseContext, query: RegisterQuery, vatNumber: string | null): Reading {
  const request = requestOf(query, vatNumber)
  const cacheKey = answerKey(ctx.settings, request)
  return { vatNumber, request, cacheKey, cached: cacheKey.then((key) => readCached(ctx, key)) }
}

/** For the VAT number that this isolate knows of the organization. */
export function readAhead(
  ctx: BaseContext,
  token: { organizationId: string; tokenHash: string },
  query: RegisterQuery | undefined,
): Reading | undefined {
  const known = knownQuota(ctx, token)
  if (!query || (known && !known.token.validation)) return undefined
  return startReading(ctx, query, known?.organization.vatNumber ?? null)
}

/** The call is already spent, so an unexpected error counts as an outage of the register. */
export async function checkSource(
  ctx: BaseContext,
  response: ValidationResponse,
  query: RegisterQuery,
  { caller, ahead }: { caller: Caller; ahead: Reading | undefined },
): Promise<ValidationResponse> {
  const { register, oldest, startedAt: since, asked } = query
  const { organizationId, vatNumber, tier } = caller
  const reading = ahead?.vatNumber === vatNumber ? ahead : startReading(ctx, query, vatNumber)
  const { request, cached } = reading
  const registerCaller = { organizationId, isPaid: tier !== 'FREE' }
  const found = await reading.cacheKey
    .then((cacheKey) => lookUp(ctx, request, { cacheKey, cached, caller: registerCaller, oldest, since }))
    .catch((error: unknown): LookUp => {
      logError('look-up', error, ctx.requestId)
      const failure = { kind: 'no-answer', reason: 'UNREACHABLE' } as const
      return { cached: undefined, isStale: false, failures: [{ register, failure }] }
    })
  return addSourceResult(response, { identifier: request.identifier, lookUp: found, asked, now: ctx.now })
}

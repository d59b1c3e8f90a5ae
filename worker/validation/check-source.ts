import * as z from 'zod'
import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { once } from '#worker/lib/once.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { answerKey, decodeAnswer, isFreshEnough } from '#worker/registers/cached-answer.ts'
import { type LookUp, type LookUpOptions, lookUp } from '#worker/registers/look-up.ts'
import type { LookUpRequest, Register, RegisterSettings } from '#worker/registers/register.ts'
import { toRequester } from '#worker/registers/requester.ts'
import { isEnabled, registerOf } from '#worker/registers/sources.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import { addSourceResult } from './add-source-result.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'

export type RegisterQuery = {
  register: Register
  /** Without a requester: the organization isn't known before the call is authorized. */
  request: LookUpRequest
  /** Milliseconds since 1970: the oldest cached answer to accept. 0 applies the register's own rule. */
  oldest: number
  startedAt: number
  name: string | undefined
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
  return { register, request: { identifier, compact, requester: null }, oldest, startedAt, name: input.name }
}

/** Undefined if there is nothing to look up: an invalid or generic number, no register, or `source: false`. */
export function findRegister(
  input: Pick<ValidateRequest, 'source'>,
  { validation, warnings, additionalInfo }: ValidationResponse,
): { register: Register; identifier: string; compact: string } | undefined {
  const { identifier, compact } = additionalInfo
  const isGeneric = warnings.some(({ code }) => code === 'GENERIC_NUMBER')
  if (input.source === false || !validation.format.isValid || isGeneric) return undefined
  const register = identifier && registerOf(identifier)
  return register && compact ? { register, identifier, compact } : undefined
}

const cachedText = once(() => z.string().nullable())

export type CachedAnswerRead = { vatNumber: string | null; text: Promise<string | null> }

/** From the nearest replica. An answer with a receipt belongs to the organization with that VAT number. */
export function readCachedAnswer(
  ctx: BaseContext,
  { register, request }: RegisterQuery,
  vatNumber: string | null,
): CachedAnswerRead {
  const requested = { ...request, requester: toRequester(register, vatNumber) }
  const text = answerKey(ctx.settings, requested)
    .then((key) => ctx.redis.run(cachedText(), (redis) => redis.get(key)))
    .catch(ifUnavailable(null))
  return { vatNumber, text }
}

export async function checkSource(
  ctx: BaseContext,
  response: ValidationResponse,
  query: RegisterQuery,
  { caller, cachedAnswer }: { caller: Caller; cachedAnswer: CachedAnswerRead | undefined },
): Promise<ValidationResponse> {
  const { register, oldest, startedAt, name } = query
  const { vatNumber } = caller
  const request = { ...query.request, requester: toRequester(register, vatNumber) }
  const read = cachedAnswer?.vatNumber === vatNumber ? cachedAnswer : readCachedAnswer(ctx, query, vatNumber)
  const known = decodeAnswer(await read.text)
  const found =
    known && isFreshEnough(known, oldest, Date.now())
      ? { cached: known, isStale: false, failures: [] }
      : await lookUpSafely(ctx, request, {
          register,
          caller: { organizationId: caller.organizationId, isPaid: caller.tier !== 'FREE' },
          oldest,
          since: startedAt,
          known: { answer: known },
        })
  return addSourceResult(response, { identifier: request.identifier, lookUp: found, name, now: ctx.now })
}

/** The call is already spent, so an unexpected error counts as an outage of the register. */
async function lookUpSafely(
  ctx: BaseContext,
  request: LookUpRequest,
  { register, ...options }: { register: Register } & Omit<LookUpOptions, 'cacheKey'>,
): Promise<LookUp> {
  try {
    return await lookUp(ctx, request, {
      ...options,
      cacheKey: await answerKey(ctx.settings, request),
    })
  } catch (error) {
    logError('look-up', error, ctx.requestId)
    const failure = { kind: 'no-answer', reason: 'UNREACHABLE' } as const
    return { cached: undefined, isStale: false, failures: [{ register, failure }] }
  }
}

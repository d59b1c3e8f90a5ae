import type { Context } from '#worker/context.ts'
import type { Settings } from '#worker/env.ts'
import { logError } from '#worker/lib/log.ts'
import type { AuthorizationRequest, Caller } from '#worker/quota/authorization.ts'
import { answerKey, decodeAnswer, isFreshEnough } from '#worker/registers/cached-answer.ts'
import { type LookUp, lookUp } from '#worker/registers/look-up.ts'
import type { LookupRequest, Register, RegisterSettings } from '#worker/registers/register.ts'
import { toRequester } from '#worker/registers/requester.ts'
import { isEnabled, registerOf } from '#worker/registers/sources.ts'
import { addSourceResult } from './add-source-result.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'

/** What a call wants to know of the official register of its number. */
export type RegisterQuery = {
  register: Register
  /** In nobody's name: whose call it is, is not known yet. */
  question: LookupRequest
  /** Milliseconds since 1970 of the oldest answer that will do; 0 for one that is fresh. */
  oldest: number
  /** Milliseconds since 1970 at which the call began. */
  startedAt: number
  name: string | undefined
}

/**
 * What to ask of a register; undefined for a number that is not valid or that is nobody's, for one whose register is
 * off or that has none, and where the caller does not want it.
 */
export function toRegisterQuery(
  input: ValidateRequest,
  { validation, warnings, additionalInfo }: ValidationResponse,
  settings: RegisterSettings,
  startedAt: number,
): RegisterQuery | undefined {
  const { identifier, compact } = additionalInfo
  const isGeneric = warnings.some(({ code }) => code === 'GENERIC_NUMBER')
  if (input.source === false || !validation.format.isValid || isGeneric) return undefined
  const register = identifier && registerOf(identifier)
  if (!register || !compact || !isEnabled(register, settings)) return undefined
  const oldest = input.fresh ? startedAt : input.maxAge === undefined ? 0 : startedAt - input.maxAge * 1_000
  const question = { identifier, compact, requester: null }
  return { register, question, oldest, startedAt, name: input.name }
}

/** With another session key no kept answer is found any more: all are asked for anew. */
const secretOf = ({ SESSION_KEYS: [newest] }: Settings) => newest.secret

/** What the admission reads along with its decision. */
export const cachedAnswerRequest = (
  { register, question }: RegisterQuery,
  settings: Settings,
): AuthorizationRequest['kept'] => ({
  key: answerKey(secretOf(settings), question),
  letters: register.requesters ?? [],
})

/** The answer with what the register said a while ago, as it is `kept`, or else with what it says now. */
export async function checkSource(
  ctx: Context,
  response: ValidationResponse,
  { register, question, oldest, startedAt, name }: RegisterQuery,
  { caller, kept }: { caller: Caller; kept: string },
): Promise<ValidationResponse> {
  const known = decodeAnswer(kept)
  const asked = { ...question, requester: toRequester(register, caller.vatNumber) }
  const found =
    known && isFreshEnough(known, oldest, Date.now())
      ? { cached: known, isStale: false, failures: [] }
      : await lookUpSafely(ctx, asked, { register, oldest, startedAt })
  return addSourceResult(response, { identifier: question.identifier, lookUp: found, name, now: ctx.now })
}

/** The call is spent by now: whatever goes wrong is no answer of the register, and no failure of the call. */
async function lookUpSafely(
  ctx: Context,
  asked: LookupRequest,
  { register, oldest, startedAt }: Pick<RegisterQuery, 'register' | 'oldest' | 'startedAt'>,
): Promise<LookUp> {
  try {
    return await lookUp(ctx, asked, {
      cacheKey: answerKey(secretOf(ctx.settings), asked),
      oldest,
      since: startedAt,
    })
  } catch (error) {
    logError('look-up', error, ctx.requestId)
    const failure = { kind: 'no-answer', reason: 'UNREACHABLE' } as const
    return { cached: undefined, isStale: false, failures: [{ register, failure }] }
  }
}

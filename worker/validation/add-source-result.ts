import { type CachedAnswer, isWeakerProof } from '#worker/registers/cached-answer.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import { type Found, type NoAnswerReason, noAnswerReasons, type Proof } from '#worker/registers/register.ts'
import { registerName, registerOf } from '#worker/registers/sources.ts'
import type { ValidationCheck, ValidationResponse } from './contract.ts'
import { isName, matchNames } from './name-match.ts'

type Source = {
  /** The identifier of the number that was looked up. */
  identifier: string
  lookUp: LookUp
  /** The name that the caller believes the number to be. */
  name: string | undefined
  now: Date
}

/** What each finding proves, as `additionalInfo.proven` says it. */
const proofWords: Readonly<Record<Proof, string>> = {
  'vat-registration': 'It is registered for VAT or sales tax.',
  business: 'The business is registered.',
  'legal-entity': 'A legal entity of this number exists.',
}

const reasonWords: Readonly<Record<NoAnswerReason, string>> = {
  TIMEOUT: 'did not answer in time.',
  UNREACHABLE: 'could not be reached.',
  UNAVAILABLE: 'says that it is not available now.',
  THROTTLED: 'has too many requests now.',
  BLOCKED: 'does not let us ask now.',
  UNREADABLE: 'answered something that is no answer.',
  WRONG_NUMBER: 'answered about another number.',
  BUSY: 'is asked by too many at once now.',
  PAUSED: 'has failed again and again and is left alone for a moment.',
  REFUSED: 'does not take this number.',
  NOT_COVERED: 'does not hold all numbers of this type, and not this one.',
}

/**
 * The answer with what the register said. Only its own no makes `source` and `overall` false; an outage leaves
 * `source.isValid` null and the rest of the answer as it is.
 */
export function addSourceResult(response: ValidationResponse, source: Source): ValidationResponse {
  const { lookUp, name } = source
  const { cached } = lookUp
  const verdict = cached && verdictOf(cached)
  const check: ValidationCheck = {
    attempted: true,
    isValid: verdict?.isValid ?? null,
    timestamp: cached ? new Date(cached.answeredAt).toISOString() : null,
  }
  const overall = { ...response.validation.overall, ...(check.isValid === false && { isValid: false }) }
  const found = cached?.answer.kind === 'found' ? cached.answer : undefined
  return {
    ...response,
    validation: { ...response.validation, source: check, overall },
    entity: { name: found?.name ?? null, address: found?.address ?? null },
    warnings: [...response.warnings, ...warningsOf(source)],
    errors: [...response.errors, ...errorsOf(source, verdict)],
    additionalInfo: {
      ...response.additionalInfo,
      ...(cached && cachedInfo(cached, source)),
      ...(check.isValid !== null && { confidence: 'register' }),
      ...(name !== undefined && isName(name) && found && nameInfo(name, found)),
    },
  }
}

type Verdict = { isValid: boolean | null; code?: string; message?: string }

/** What was found proves a registration for VAT only where it says so. */
function verdictOf(cached: CachedAnswer): Verdict {
  const { answer } = cached
  const register = registerName(cached.register)
  if (answer.kind === 'not-found') {
    return { isValid: false, code: 'NOT_REGISTERED', message: `${register} does not hold this number.` }
  }
  if (!answer.registered) {
    const word = answer.status ? ` (${answer.status})` : ''
    return {
      isValid: false,
      code: 'REGISTRATION_ENDED',
      message: `${register} holds this number, but it is not registered${word}.`,
    }
  }
  return { isValid: isWeakerProof(cached) ? null : true }
}

function warningsOf({ identifier, lookUp }: Source) {
  const { cached, isStale } = lookUp
  const register = registerOf(identifier)?.name ?? 'The register'
  const warnings: ValidationResponse['warnings'] = []
  if (!cached && silentIn(lookUp).some(({ failure }) => noAnswerReasons[failure.reason].retryable)) {
    warnings.push({
      code: 'SOURCE_UNAVAILABLE',
      message: `${register} gave no answer, so only the number itself was checked.`,
    })
  }
  if (cached && isStale) {
    warnings.push({
      code: 'SOURCE_STALE',
      message: `${register} has no answer now. This is what ${cached.isFallback ? registerName(cached.register) : 'it'} said on ${new Date(cached.answeredAt).toISOString().slice(0, 10)}.`,
    })
  }
  if (cached?.isFallback) {
    warnings.push({
      code: 'SOURCE_STAND_IN',
      message: `${register} has no answer now. ${registerName(cached.register)} was asked in its place.`,
    })
  }
  return warnings
}

/** The registers that should have known; that a cross-check has nothing is no failure. */
const silentIn = ({ failures }: LookUp) => failures.filter(({ register }) => !register.isCrossCheck)

function errorsOf({ lookUp, now }: Source, verdict: Verdict | undefined) {
  const timestamp = now.toISOString()
  const silent = silentIn(lookUp).map(({ register, failure }) => ({
    code: `SOURCE_${failure.reason}`,
    message: `${register.name} ${reasonWords[failure.reason]}`,
    timestamp,
    retryable: noAnswerReasons[failure.reason].retryable,
  }))
  const refuted = verdict?.code
    ? [{ code: verdict.code, message: verdict.message ?? '', timestamp, retryable: false }]
    : []
  return [...refuted, ...silent]
}

function cachedInfo(cached: CachedAnswer, { now }: Source): Record<string, string> {
  const { answer } = cached
  return {
    register: registerName(cached.register),
    registerAge: String(Math.max(0, Math.round((now.getTime() - cached.answeredAt) / 1000))),
    ...(answer.kind === 'found' && {
      ...answer.facts,
      ...(answer.registered && { proven: proofWords[answer.proves] }),
      ...(answer.status && { registerStatus: answer.status }),
      ...(answer.receipt && { receipt: answer.receipt }),
    }),
  }
}

/** Facts that are names of the same company too. Registers tell several in one. */
const otherNames = ['tradeName', 'tradingNames', 'businessNames', 'englishName']

function nameInfo(asked: string, { name, facts }: Found): Record<string, string> {
  const others = otherNames.flatMap((fact) => facts[fact]?.split('; ') ?? [])
  const { match, percent } = matchNames(asked, name, others)
  return { nameMatch: match, ...(percent !== null && { nameMatchPercent: String(percent) }) }
}

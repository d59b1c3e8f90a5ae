import { type Kept, provesLess } from '#worker/registers/kept-answer.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import { type Found, type NoAnswerReason, noAnswerReasons, type Proof } from '#worker/registers/register.ts'
import { nameOfRegister, registerOf } from '#worker/registers/sources.ts'
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
  const { kept } = lookUp
  const verdict = kept && verdictOf(kept)
  const check: ValidationCheck = {
    attempted: true,
    isValid: verdict?.isValid ?? null,
    timestamp: kept ? new Date(kept.spokeAt).toISOString() : null,
  }
  const overall = { ...response.validation.overall, ...(check.isValid === false && { isValid: false }) }
  const found = kept?.answer.kind === 'found' ? kept.answer : undefined
  return {
    ...response,
    validation: { ...response.validation, source: check, overall },
    entity: { name: found?.name ?? null, address: found?.address ?? null },
    warnings: [...response.warnings, ...warningsOf(source)],
    errors: [...response.errors, ...errorsOf(source, verdict)],
    additionalInfo: {
      ...response.additionalInfo,
      ...(kept && keptInfo(kept, source)),
      ...(check.isValid !== null && { confidence: 'register' }),
      ...(name !== undefined && isName(name) && found && nameInfo(name, found)),
    },
  }
}

type Verdict = { isValid: boolean | null; code?: string; message?: string }

/** What was found proves a registration for VAT only where it says so. */
function verdictOf(kept: Kept): Verdict {
  const { answer } = kept
  const register = nameOfRegister(kept.register)
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
  return { isValid: provesLess(kept) ? null : true }
}

function warningsOf({ identifier, lookUp }: Source) {
  const { kept, isOld } = lookUp
  const register = registerOf(identifier)?.name ?? 'The register'
  const warnings: ValidationResponse['warnings'] = []
  if (!kept && silentIn(lookUp).some(({ none }) => noAnswerReasons[none.reason].retryable)) {
    warnings.push({
      code: 'SOURCE_UNAVAILABLE',
      message: `${register} gave no answer, so only the number itself was checked.`,
    })
  }
  if (kept && isOld) {
    warnings.push({
      code: 'SOURCE_STALE',
      message: `${register} has no answer now. This is what ${kept.isStandIn ? nameOfRegister(kept.register) : 'it'} said on ${new Date(kept.spokeAt).toISOString().slice(0, 10)}.`,
    })
  }
  if (kept?.isStandIn) {
    warnings.push({
      code: 'SOURCE_STAND_IN',
      message: `${register} has no answer now. ${nameOfRegister(kept.register)} was asked in its place.`,
    })
  }
  return warnings
}

/** The registers that should have known; that a cross-check has nothing is no failure. */
const silentIn = ({ failures }: LookUp) => failures.filter(({ register }) => !register.isCrossCheck)

function errorsOf({ lookUp, now }: Source, verdict: Verdict | undefined) {
  const timestamp = now.toISOString()
  const silent = silentIn(lookUp).map(({ register, none }) => ({
    code: `SOURCE_${none.reason}`,
    message: `${register.name} ${reasonWords[none.reason]}`,
    timestamp,
    retryable: noAnswerReasons[none.reason].retryable,
  }))
  const refuted = verdict?.code
    ? [{ code: verdict.code, message: verdict.message ?? '', timestamp, retryable: false }]
    : []
  return [...refuted, ...silent]
}

function keptInfo(kept: Kept, { now }: Source): Record<string, string> {
  const { answer } = kept
  return {
    register: nameOfRegister(kept.register),
    registerAge: String(Math.max(0, Math.round((now.getTime() - kept.spokeAt) / 1000))),
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

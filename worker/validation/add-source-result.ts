import { type CachedAnswer, isWeakerProof } from '#worker/registers/cached-answer.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import { type Found, type NoAnswerReason, noAnswerReasons, type Proof } from '#worker/registers/register.ts'
import { registerName, registerOf } from '#worker/registers/sources.ts'
import type { ValidationCheck, ValidationResponse } from './contract.ts'
import { isName, matchNames } from './name-match.ts'

type Source = {
  identifier: string
  lookUp: LookUp
  name: string | undefined
  now: Date
}

const proofWords: Readonly<Record<Proof, string>> = {
  'vat-registration': 'It is registered for VAT or sales tax.',
  'customs-registration': 'It is registered with customs.',
  business: 'The business is registered.',
  'legal-entity': 'A legal entity with this number exists.',
}

const reasonWords: Readonly<Record<NoAnswerReason, string>> = {
  TIMEOUT: "didn't respond in time.",
  UNREACHABLE: "couldn't be reached.",
  UNAVAILABLE: 'is currently unavailable.',
  THROTTLED: 'is receiving too many requests.',
  BLOCKED: 'is blocking our requests.',
  UNREADABLE: "sent a response that we couldn't read.",
  WRONG_NUMBER: 'responded with a different number.',
  BUSY: 'has too many lookups in progress.',
  PAUSED: 'failed repeatedly and is paused for a moment.',
  REFUSED: "doesn't accept this number.",
  NOT_COVERED: "doesn't list every number of this type, and doesn't list this one.",
}

/** Only a negative register answer makes `source` and `overall` false. An outage leaves `source.isValid` null. */
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

function verdictOf(cached: CachedAnswer): Verdict {
  const { answer } = cached
  const register = registerName(cached.register)
  if (answer.kind === 'not-found') {
    return { isValid: false, code: 'NOT_REGISTERED', message: `${register} has no record of this number.` }
  }
  if (!answer.registered) {
    const word = answer.status ? ` (${answer.status})` : ''
    return {
      isValid: false,
      code: 'REGISTRATION_ENDED',
      message: `${register} lists this number, but it isn't registered${word}.`,
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
      message: `${register} didn't respond, so we checked only the number itself.`,
    })
  }
  if (cached && isStale) {
    warnings.push({
      code: 'SOURCE_STALE',
      message: `${register} didn't respond. This result is from ${registerName(cached.register)}, dated ${new Date(cached.answeredAt).toISOString().slice(0, 10)}.`,
    })
  }
  if (cached?.isFallback) {
    warnings.push({
      code: 'SOURCE_STAND_IN',
      message: `${register} didn't respond, so we used ${registerName(cached.register)} instead.`,
    })
  }
  return warnings
}

/** A cross-check without an answer is not an outage. */
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

const otherNames = ['tradeName', 'tradingNames', 'businessNames', 'englishName']

function nameInfo(expected: string, { name, facts }: Found): Record<string, string> {
  const others = otherNames.flatMap((fact) => facts[fact]?.split('; ') ?? [])
  const { match, percent } = matchNames(expected, name, others)
  return { nameMatch: match, ...(percent !== null && { nameMatchPercent: String(percent) }) }
}

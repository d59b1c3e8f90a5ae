import { type CachedAnswer, isWeakerProof } from '#worker/registers/cached-answer.ts'
import type { Proof } from '#worker/registers/constants.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import { businessNumbersInVies } from '#worker/registers/member-states.ts'
import { type Found, noAnswerReasons } from '#worker/registers/register.ts'
import { registerById, registerInSentence, registerName, registerOf } from '#worker/registers/sources.ts'
import { isoCode } from '#worker/tin/contract/country-aliases.ts'
import { matchAddress } from './address-match.ts'
import { noAnswerWords } from './answer-codes.ts'
import type { Comparison, ValidateRequest, ValidationCheck, ValidationResponse } from './contract.ts'
import { isName, matchNames } from './name-match.ts'
import { formatReason, resultOf } from './result.ts'

export type Asked = Pick<ValidateRequest, 'kind' | 'name' | 'address'>

type Source = {
  identifier: string
  lookUp: LookUp
  asked: Asked
  now: Date
}

const proofWords: Readonly<Record<Proof, string>> = {
  vat_registration: 'lists this number as registered for VAT or sales tax',
  customs_registration: 'lists this number as registered with customs',
  tax_registration: 'lists this number as a registered taxpayer',
  business: 'lists this number as a registered business',
  legal_entity: 'lists a legal entity with this number',
}

/** Only a register that rules the number out makes `source` and `overall` false. An outage leaves `source.isValid` null. */
export function addSourceResult(response: ValidationResponse, source: Source): ValidationResponse {
  const { identifier, lookUp, asked } = source
  const { cached, isStale } = lookUp
  const found = cached?.answer.kind === 'found' ? cached.answer : undefined
  const informative = cached && !saysNothing(cached, response, source) ? cached : undefined
  const refusal = informative && !isStale ? refusalOf(informative) : undefined
  const proof = found?.registered && !isStale ? found.proves : null
  const isProven = cached !== undefined && proof !== null && !isWeakerProof(cached, identifier)
  const check: ValidationCheck = {
    attempted: true,
    isValid: refusal ? false : isProven || null,
    timestamp: cached ? new Date(cached.answeredAt).toISOString() : null,
  }
  const validation = {
    ...response.validation,
    source: check,
    overall: { ...response.validation.overall, ...(refusal && { isValid: false }) },
  }
  const comparisons = found ? comparisonsOf(asked, found, isoCode(response.countryCode)) : noComparisons
  const additionalInfo = {
    ...response.additionalInfo,
    ...(cached && cachedInfo(cached, source)),
    ...(check.isValid !== null && { confidence: 'register' }),
    ...nameInfo(comparisons.nameComparison),
  }
  const silent = silentErrors(source)
  const isWaiting = informative !== undefined || silent.some(({ retryable }) => retryable)
  const hasUnprovenName = cached !== undefined && registerById(cached.register)?.hasUnprovenNames
  const result = resultOf({ validation, proof: hasUnprovenName ? null : proof, additionalInfo, isWaiting })
  const explained = { ...lookUp, cached: informative }
  return {
    ...response,
    result,
    reason: refusal?.message ?? reasonOf({ ...response, result, proof, additionalInfo }, explained, silent),
    proof,
    validation,
    entity: { name: found?.name ?? null, address: found?.address ?? null },
    ...comparisons,
    warnings: [...response.warnings, ...warningsOf(source)],
    errors: [
      ...response.errors,
      ...(refusal ? [{ ...refusal, timestamp: source.now.toISOString(), retryable: false }] : []),
      ...silent,
    ],
    additionalInfo,
  }
}

/** A register at the beginning of a sentence. */
const startingWith = (id: string): string => registerInSentence(id).replace(/^the /, 'The ')

const registersOfVatPayers: ReadonlySet<string> = new Set(['vies', 'evatr', 'adis', 'whitelist'])
/** AADE also lists the taxpayers whose business has stopped. */
const registersOfEndedVat: ReadonlySet<string> = new Set([...registersOfVatPayers, 'aade'])

/** Most people, and many entities, have a tax ID and aren't registered for VAT, or no longer are. */
function saysNothing(
  { answer, register }: CachedAnswer,
  { reporting }: ValidationResponse,
  { identifier, asked: { kind = 'vat' } }: Source,
): boolean {
  const isAboutVat = kind === 'vat' && !reporting && !businessNumbersInVies.includes(identifier)
  if (isAboutVat) return false
  if (answer.kind === 'not-found') return registersOfVatPayers.has(register)
  return !answer.registered && answer.proves === 'vat_registration' && registersOfEndedVat.has(register)
}

function refusalOf({ answer, register }: CachedAnswer): { code: string; message: string } | undefined {
  const name = startingWith(register)
  if (answer.kind === 'not-found') {
    return { code: 'NOT_REGISTERED', message: `${name} has no record of this number.` }
  }
  if (answer.registered) return undefined
  const word = answer.status ? ` (${answer.status})` : ''
  return {
    code: 'REGISTRATION_ENDED',
    message: `${name} lists this number, but it isn't registered${word}.`,
  }
}

type Explained = Pick<ValidationResponse, 'result' | 'proof' | 'additionalInfo'>

function reasonOf(
  { result, proof, additionalInfo }: Explained,
  { cached, isStale }: LookUp,
  silent: ValidationResponse['errors'],
): string {
  const { nameMatch, confidence = '' } = additionalInfo
  const failure = silent[0]?.message
  if (cached?.answer.kind !== 'found') return formatReason(confidence, failure)
  const { answer, answeredAt } = cached
  const register = startingWith(cached.register)
  if (isStale || proof === null) {
    const date = new Date(answeredAt).toISOString().slice(0, 10)
    const last = answer.registered
      ? 'last confirmed this number'
      : 'last listed this number as not registered'
    const subject = failure?.startsWith(register) ? 'It' : register
    return `${failure ?? ''} ${subject} ${last} on ${date}.`.trim()
  }
  if (result === 'different_name')
    return `${register} lists this number under another name: ${answer.name}`.replace(/\.?$/, '.')
  const listed = `${register} ${proofWords[proof]}`
  if (result === 'unconfirmed') return `${failure ?? ''} ${listed}, which proves less.`.trim()
  if (nameMatch !== 'not_disclosed') return `${listed}.`
  return answer.name === null
    ? `${listed}. It discloses no name to compare.`
    : `${listed}. Its name is in another script, so we couldn't compare it.`
}

function warningsOf({ identifier, lookUp }: Source) {
  const { cached, isStale } = lookUp
  const own = registerOf(identifier)
  const register = own ? startingWith(own.id) : 'The register'
  const failed = lookUp.failures.find((each) => each.register === own)
  const isCovered = !failed || noAnswerReasons[failed.failure.reason].retryable
  const silence = `${register} ${isCovered ? "didn't respond" : "doesn't cover this number"}`
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
      message: `${silence}. This result is from ${registerInSentence(cached.register)}, dated ${new Date(cached.answeredAt).toISOString().slice(0, 10)}.`,
    })
  }
  const refusal = cached && isStale ? refusalOf(cached) : undefined
  if (refusal) warnings.push(refusal)
  if (cached?.isFallback) {
    warnings.push({
      code: 'SOURCE_FALLBACK',
      message: `${silence}, so we used ${registerInSentence(cached.register)} instead.`,
    })
  }
  return warnings
}

/** A cross-check without an answer is not an outage. */
const silentIn = ({ failures }: LookUp) => failures.filter(({ register }) => !register.isCrossCheck)

const silentErrors = ({ lookUp, now }: Source): ValidationResponse['errors'] =>
  silentIn(lookUp).map(({ register, failure }) => ({
    code: `SOURCE_${failure.reason}`,
    message: `${startingWith(register.id)} ${noAnswerWords[failure.reason]}`,
    timestamp: now.toISOString(),
    retryable: noAnswerReasons[failure.reason].retryable,
  }))

function cachedInfo(cached: CachedAnswer, { now }: Source): Record<string, string> {
  const { answer } = cached
  return {
    register: registerName(cached.register),
    registerAge: String(Math.max(0, Math.round((now.getTime() - cached.answeredAt) / 1000))),
    ...(answer.kind === 'found' && {
      ...answer.facts,
      ...(answer.status && { registerStatus: answer.status }),
      ...(answer.consultationNumber && { consultationNumber: answer.consultationNumber }),
    }),
  }
}

const otherNames = ['shortName', 'tradeName', 'tradingNames', 'businessNames', 'englishName', 'chineseName']

const noComparisons = { nameComparison: null, addressComparison: null }

function comparisonsOf({ name, address }: Asked, found: Found, country: string) {
  const others = otherNames.flatMap((fact) => found.facts[fact]?.split('; ') ?? [])
  return {
    nameComparison: name && isName(name) ? matchNames(name, found.name, others, country) : null,
    addressComparison: address && isName(address) ? matchAddress(address, found.address, country) : null,
  }
}

function nameInfo(comparison: Comparison | null): Record<string, string> {
  if (!comparison) return {}
  const { match, score } = comparison
  return { nameMatch: match, ...(score !== null && { nameMatchPercent: String(score) }) }
}

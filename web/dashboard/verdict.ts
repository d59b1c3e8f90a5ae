import type { Verdict } from '#web/ui/badge.tsx'
import type { ValidationCheck, ValidationResponse } from '#worker/validation/contract.ts'
import {
  type KnownCountry,
  nameMatchOf,
  parseRegisterResult,
  type RegisterAnswer,
  type RegisterResult,
} from './register-result.ts'

export type CountryOf = (code: string) => KnownCountry | undefined

/** Decides the color: green only if the register did not fail and has no different name. */
type ResultVerdict = Verdict | 'different-name'

export type VerdictText = {
  verdict: ResultVerdict
  title: string
  reason: string | undefined
  confidence: ConfidenceText | undefined
}

type ConfidenceText = { label: string; text: string | undefined }
type Confidence = ConfidenceText & { word: string }

const confidences: Readonly<Record<string, Confidence>> = {
  register: {
    word: 'Official register',
    label: 'Confirmed',
    text: 'The official register lists this number.',
  },
  checksum: {
    word: 'Check digit',
    label: 'Check digit verified',
    text: "A typo is very unlikely. We can't tell whether the number was issued.",
  },
  structure: {
    word: 'Structure',
    label: 'Structure verified',
    text: 'Every part of the number is plausible. This type has no check digit.',
  },
  format: {
    word: 'Length and characters',
    label: 'Format verified only',
    text: 'Length and characters fit. No stricter public rule exists for this type.',
  },
}

export const confidenceWord = (code: string): string | undefined => confidences[code]?.word

export function checkVerdict(check: ValidationCheck): Verdict {
  if (!check.attempted) return 'not-attempted'
  if (check.isValid === null) return 'no-answer'
  return check.isValid ? 'valid' : 'invalid'
}

function subject(response: ValidationResponse, country: KnownCountry | undefined, isShort: boolean): string {
  const { name, label } = response.tinInfo
  const named = name ? inSentence(name) : undefined
  const isBoth = named && label && name !== label && !isShort
  const kind = isBoth ? `${named} (${label})` : (named ?? label ?? 'tax ID')
  if (country === undefined) return `${kind} of ${response.countryCode}`
  return kind.startsWith(country.adjective) ? kind : `${country.adjective} ${kind}`
}

function inSentence(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  const plain = /^\p{Lu}\p{Ll}*$/u.test(first) && rest.every((word) => !/^\p{Lu}\p{Ll}/u.test(word))
  return plain ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const MAX_NAME_LENGTH = 90
const shortened = (name: string) =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).trimEnd()}…` : name

function titleOf(response: ValidationResponse, what: string, part: RegisterResult): string {
  const overall = checkVerdict(response.validation.overall)
  if (isDifferentName(response, part)) return 'Valid number, registered to a different name'
  if (part.kind === 'not-found') return notFoundTitle(part)
  if (part.kind === 'ended') return endedTitle(response, what, part)
  if (overall === 'valid') return `Valid ${what}${registered(response, part)}`
  if (overall === 'invalid') return `Not a valid ${what}`
  return overall === 'no-answer' ? `No result for this ${what}` : `This ${what} wasn't checked`
}

export function isDifferentName(response: ValidationResponse, part: RegisterResult): boolean {
  const isValid = response.validation.overall.isValid === true && part.kind === 'found'
  return isValid && nameMatchOf(response)?.match === 'different'
}

function registered({ entity, validation }: ValidationResponse, part: RegisterResult): string {
  if (part.kind === 'not-asked') return ''
  // A fallback source knows the holder but can't confirm the registration.
  if (part.kind === 'no-answer' || validation.source.isValid === null) return ', not confirmed'
  const when = part.isOld ? ' when last checked' : ''
  return entity.name
    ? `, registered to ${shortened(entity.name)}${when}`
    : `, registered${when}; the register discloses no name`
}

const notFoundTitle = ({ register, isOld }: RegisterAnswer) =>
  isOld
    ? `Not registered when last checked: ${register} didn't have this number`
    : `Not registered: ${register} doesn't have this number`

const ends = ['deletedOn', 'endedOn', 'dissolvedOn', 'closedOn', 'cancelledOn', 'expiredOn', 'vatUntil']

function endedTitle(
  { additionalInfo: info }: ValidationResponse,
  what: string,
  { status }: RegisterAnswer,
): string {
  const hasEnded = ends.some((fact) => fact in info) || /delet|remov|end|zanik|radi/i.test(status ?? '')
  if (info.vatRegistered === 'false' && !hasEnded) return `${capitalized(what)}, not registered for VAT`
  return `${capitalized(what)}, no longer registered${status ? ` (${status})` : ''}`
}

/** Spain, Italy and Portugal issue VAT numbers that are not for trade within the EU. */
const ONLY_FOR_TRADE = 'VIES lists only numbers that are registered for trade between EU countries.'

function reasonOf(response: ValidationResponse, part: RegisterResult): string | undefined {
  const { entity, errors, validation } = response
  const overall = checkVerdict(validation.overall)
  switch (part.kind) {
    case 'not-found':
      return part.register === 'VIES'
        ? `The number is well formed. ${ONLY_FOR_TRADE}`
        : 'The number is well formed.'
    case 'ended':
      return `${part.register} still lists it${entity.name ? ` under ${shortened(entity.name)}` : ''}.`
    case 'found':
      return foundReason(response, part)
    case 'no-answer':
      return [
        part.failure ?? `${part.register} didn't respond.`,
        'The number is well formed.',
        ...(part.isRetryable ? ['Try again later to confirm it.'] : []),
      ].join(' ')
    case 'not-asked':
      if (overall === 'valid') return `The format is correct. ${notAskedReason(part.register)}`
      if (overall === 'invalid') return errors[0]?.message ?? "It doesn't fit the rules for this country."
      return errors[0]?.message ?? "We couldn't check this number."
  }
}

function notAskedReason(register: { name: string; state: 'on' | 'off' } | null | undefined): string {
  if (register === null) return 'No public register lists this type of number.'
  return register?.state === 'off'
    ? `We aren't connected to its register, ${register.name}.`
    : "We didn't check the official register."
}

function foundReason(response: ValidationResponse, part: RegisterAnswer): string | undefined {
  const { entity, validation } = response
  const { register, fallbackFor, isOld, age } = part
  const sentences: string[] = []
  if (validation.source.isValid === null && fallbackFor) {
    const as = entity.name ? ` as ${shortened(entity.name)}` : ''
    sentences.push(
      `${fallbackFor} didn't respond. ${register} lists the number${as}, but can't confirm its tax registration.`,
    )
  } else if (fallbackFor) {
    sentences.push(`${fallbackFor} didn't respond, so we checked ${register} instead.`)
  }
  if (isOld) sentences.push(`${register} didn't respond. This is its response from ${age}.`)
  if (isDifferentName(response, part)) {
    sentences.push('Confirm the name with your customer before you rely on this number.')
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

function confidenceOf(response: ValidationResponse, part: RegisterResult): ConfidenceText | undefined {
  const { source, overall } = response.validation
  const verdict = checkVerdict(overall)
  if (verdict !== 'valid' && verdict !== 'invalid') return undefined
  if ((part.kind === 'not-found' || part.kind === 'ended') && source.isValid === false) {
    return {
      label: `Ruled out by ${part.register}`,
      text: "The register responded, so this isn't an outage.",
    }
  }
  if (part.kind === 'found' && source.isValid) {
    return { label: `Confirmed by ${part.register}`, text: part.confirms }
  }
  // What makes a number invalid is the reason.
  return verdict === 'valid' ? confidences[response.additionalInfo.confidence ?? ''] : undefined
}

export function verdictOf(response: ValidationResponse, country?: KnownCountry): VerdictText {
  const part = parseRegisterResult(response, country)
  const { source, overall } = response.validation
  const verdict = checkVerdict(overall)
  const isUnanswered = source.attempted && source.isValid === null
  return {
    verdict: isDifferentName(response, part)
      ? 'different-name'
      : verdict === 'valid' && isUnanswered
        ? 'no-answer'
        : verdict,
    title: titleOf(response, subject(response, country, part.kind !== 'not-asked'), part),
    reason: reasonOf(response, part),
    confidence: confidenceOf(response, part),
  }
}

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

export function numberOf(response: ValidationResponse): string {
  const written = response.tinInfo.formattedTin ?? response.tin
  return written.toUpperCase().startsWith(response.countryCode)
    ? written
    : `${response.countryCode} ${written}`
}

/** `verdict` decides the color: green only if the register did not fail. */
export type VerdictText = {
  verdict: Verdict
  title: string
  reason: string | undefined
  confidence: ConfidenceText | undefined
}

type Confidence = { word: string; valid: ConfidenceText; invalid: ConfidenceText }
type ConfidenceText = { label: string; text: string | undefined }

const confidences: Readonly<Record<string, Confidence>> = {
  register: {
    word: 'Official register',
    valid: { label: 'Confirmed', text: 'The official register knows this number.' },
    invalid: { label: 'Ruled out by the register', text: 'The official register does not know this number.' },
  },
  checksum: {
    word: 'Check digit',
    valid: {
      label: 'Check digit verified',
      text: 'A typing slip is very unlikely. Whether the number was issued is not known.',
    },
    invalid: {
      label: 'Ruled out by the check digit',
      text: 'In a number that was copied correctly, the check digit fits the others.',
    },
  },
  structure: {
    word: 'Structure',
    valid: {
      label: 'Structure verified',
      text: 'Every part of the number makes sense, but no check digit proves it.',
    },
    invalid: { label: 'Ruled out by its structure', text: 'A part of the number cannot be what it is.' },
  },
  format: {
    word: 'Length and characters',
    valid: {
      label: 'Format verified only',
      text: 'Length and characters fit. No public rule for this type can prove more.',
    },
    invalid: {
      label: 'Ruled out by its form',
      text: 'Numbers of this type have another length or other characters.',
    },
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
  if (part.kind === 'not-found') return notFoundTitle(part)
  if (part.kind === 'ended') return endedTitle(response, what, part)
  if (overall === 'valid') return `Valid ${what}${registered(response, part)}`
  if (overall === 'invalid') return `Not a valid ${what}`
  return overall === 'no-answer' ? `No answer for this ${what}` : `This ${what} was not checked`
}

function registered({ entity, validation }: ValidationResponse, part: RegisterResult): string {
  if (part.kind === 'not-asked') return ''
  if (part.kind === 'no-answer') {
    return part.isRetryable
      ? `; ${inTitle(part.register)} gave no answer`
      : `; ${inTitle(part.register)} cannot confirm it`
  }
  // A fallback source knows the holder but cannot confirm the registration.
  if (validation.source.isValid === null)
    return `; ${inTitle(part.fallbackFor ?? part.register)} gave no answer`
  const when = part.isOld ? ' when last asked' : ''
  return entity.name
    ? `, registered to ${shortened(entity.name)}${when}`
    : `, registered${when}; the register discloses no name`
}

const inTitle = (register: string) => register.replace(/^The /, 'the ')

const notFoundTitle = ({ register, isOld }: RegisterAnswer) =>
  isOld
    ? `Not registered when last asked: ${register} did not hold this number`
    : `Not registered: ${register} does not hold this number`

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
const ONLY_FOR_TRADE = 'VIES holds only numbers that are registered for trade between EU countries.'

function reasonOf(response: ValidationResponse, part: RegisterResult): string | undefined {
  const { entity, errors, validation } = response
  const overall = checkVerdict(validation.overall)
  switch (part.kind) {
    case 'not-found':
      return part.register === 'VIES'
        ? `The number is well formed, but VIES says that it does not hold it. ${ONLY_FOR_TRADE}`
        : `The number is well formed, but ${part.register} says that it does not hold it.`
    case 'ended':
      return `${part.register} holds this number${entity.name ? ` as ${shortened(entity.name)}` : ''}, but not as registered now.`
    case 'found':
      return foundReason(response, part)
    case 'no-answer':
      return [part.failure, 'The number itself is right, and nothing speaks against it.']
        .filter(Boolean)
        .join(' ')
    case 'not-asked':
      if (overall === 'valid') return `The format is right. ${notAskedReason(part.register)}`
      if (overall === 'invalid') return errors[0]?.message ?? 'It does not fit the rules for this country.'
      return errors[0]?.message ?? 'Nothing could be checked.'
  }
}

function notAskedReason(register: { name: string; state: 'on' | 'off' } | null | undefined): string {
  if (register === null) return 'No official register of such numbers answers the public.'
  return register?.state === 'off'
    ? `Its official register, ${register.name}, is not connected.`
    : 'The official register was not asked.'
}

function foundReason(response: ValidationResponse, part: RegisterAnswer): string | undefined {
  const { entity, validation } = response
  const { register, fallbackFor, isOld, age } = part
  const sentences: string[] = []
  if (validation.source.isValid === null && fallbackFor) {
    const as = entity.name ? ` as ${shortened(entity.name)}` : ''
    sentences.push(
      `${register}, asked in its place, knows the number${as}: that proves no registration for tax.`,
    )
  } else if (fallbackFor) {
    sentences.push(`${fallbackFor} has no answer now, so ${register} was asked in its place.`)
  }
  if (isOld) sentences.push(`${register} has no answer now. This is what it said ${age}.`)
  if (nameMatchOf(response)?.match === 'different') {
    sentences.push('It is registered to another name than the one you entered.')
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
      text: 'That is its own statement, not a failure to answer.',
    }
  }
  if (part.kind === 'found' && source.isValid) {
    return { label: `Confirmed by ${part.register}`, text: part.confirms }
  }
  return confidences[response.additionalInfo.confidence ?? '']?.[verdict]
}

export function verdictOf(response: ValidationResponse, country?: KnownCountry): VerdictText {
  const part = parseRegisterResult(response, country)
  const { source, overall } = response.validation
  const verdict = checkVerdict(overall)
  const isUnanswered = source.attempted && source.isValid === null
  return {
    verdict: verdict === 'valid' && isUnanswered ? 'no-answer' : verdict,
    title: titleOf(response, subject(response, country, part.kind !== 'not-asked'), part),
    reason: reasonOf(response, part),
    confidence: confidenceOf(response, part),
  }
}

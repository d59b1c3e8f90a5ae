import { CircleCheck, CircleDashed, CircleX, Clock3 } from 'lucide-react'
import { asSentence, formatRelative } from '#web/lib/format.ts'
import type { BadgeLook } from '#web/ui/badge.tsx'
import type { ValidationCheck, ValidationResponse } from '#worker/validation/contract.ts'
import {
  type KnownCountry,
  parseRegisterResult,
  type RegisterAnswer,
  type RegisterResult,
} from './register-result.ts'

export type CountryOf = (code: string) => KnownCountry | undefined

/** Around the answer's own `reason`. The seal says what the result is based on, unless the reason does. */
type ResultText = { title: string; advice: string | undefined; seal: Seal | undefined }

type Seal = { label: string; text: string | undefined }

const seals: Readonly<Record<string, Seal>> = {
  checksum: {
    label: 'Check digit verified',
    text: "A typo is very unlikely. We can't tell whether the number was issued.",
  },
  structure: {
    label: 'Structure verified',
    text: 'Every part of the number is plausible. This type has no check digit.',
  },
  format: {
    label: 'Format verified only',
    text: 'Length and characters fit. No stricter public rule exists for this type.',
  },
}

export function checkLook({ attempted, isValid }: ValidationCheck): BadgeLook {
  if (!attempted) return { tone: 'neutral', word: 'Not Attempted', Icon: CircleDashed }
  if (isValid === null) return { tone: 'unsure', word: 'No Response', Icon: Clock3 }
  return isValid
    ? { tone: 'valid', word: 'Valid', Icon: CircleCheck }
    : { tone: 'invalid', word: 'Invalid', Icon: CircleX }
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
  const { name } = response.entity
  switch (response.result) {
    case 'confirmed':
      return `Valid ${what}, ${name ? `registered to ${shortened(name)}` : 'registered (name not disclosed)'}`
    case 'different_name':
      return 'Valid number, registered to a different name'
    case 'format_only':
      return `Valid format: ${what}`
    case 'unconfirmed':
      return `${capitalized(what)}, not confirmed`
    case 'invalid':
      if (part.kind === 'not-found') return `Not registered (${part.register})`
      return part.kind === 'ended' ? endedTitle(response, what, part) : `Not a valid ${what}`
    case 'unsupported':
      return `This ${what} wasn't checked`
  }
}

const ends = ['deletedOn', 'endedOn', 'dissolvedOn', 'closedOn', 'canceledOn', 'expiredOn', 'vatUntil']

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
const ONLY_FOR_TRADE =
  'The number is well formed. VIES lists only numbers that are registered for trade between EU countries.'

function adviceOf(response: ValidationResponse, part: RegisterResult): string | undefined {
  switch (response.result) {
    case 'different_name':
      return 'Confirm the name with your customer before you rely on this number.'
    case 'format_only':
      return part.kind === 'not-asked' ? notAskedReason(part.register) : undefined
    case 'unconfirmed':
      return 'Try again later to confirm it.'
    default:
      return part.kind === 'not-found' && part.register === 'VIES' ? ONLY_FOR_TRADE : undefined
  }
}

function notAskedReason(register: { name: string; state: 'on' | 'off' } | null | undefined): string {
  if (register === null) return 'No public register lists this type of number.'
  return register?.state === 'off'
    ? `We aren't connected to its register (${register.name}).`
    : "We didn't check the official register."
}

function sealOf(response: ValidationResponse, part: RegisterResult): Seal | undefined {
  const { result, entity, additionalInfo, validation, requestDate } = response
  switch (result) {
    case 'format_only':
      return seals[additionalInfo.confidence ?? '']
    case 'unconfirmed': {
      const { timestamp } = validation.source
      if (timestamp === null || response.proof !== null) return seals[additionalInfo.confidence ?? '']
      const age = formatRelative(timestamp, new Date(requestDate))
      if (part.kind === 'ended') return { label: `Last listed as not registered ${age}`, text: undefined }
      return {
        label: `Last confirmed ${age}`,
        text: entity.name ? asSentence(`As ${shortened(entity.name)}`) : undefined,
      }
    }
    default:
      return undefined
  }
}

export function resultTextOf(response: ValidationResponse, country?: KnownCountry): ResultText {
  const part = parseRegisterResult(response, country)
  return {
    title: titleOf(response, subject(response, country, part.kind !== 'not-asked'), part),
    advice: adviceOf(response, part),
    seal: sealOf(response, part),
  }
}

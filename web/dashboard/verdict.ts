import type { Verdict } from '#web/ui/badge.tsx'
import type { DescribedCountry, ValidationCheck, ValidationResponse } from '#worker/validation/contract.ts'

type Named = Pick<DescribedCountry, 'name' | 'adjective'>

/** What a country is called; undefined while the countries are not there. */
export type CountryOf = (code: string) => Named | undefined

/** The number with its country before it, unless it begins with the country's code itself. */
export function numberOf(response: ValidationResponse): string {
  const written = response.tinInfo.formattedTin ?? response.tin
  return written.toUpperCase().startsWith(response.countryCode)
    ? written
    : `${response.countryCode} ${written}`
}

/** An answer in words: what it is, why, and how sure. */
export type VerdictText = {
  verdict: Verdict
  title: string
  reason: string
  confidence: Sureness | undefined
}

type Confidence = { word: string; valid: Sureness; invalid: Sureness }
type Sureness = { label: string; text: string }

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

/** The three values of a check, and a fourth for one that was not made. */
export function checkVerdict(check: ValidationCheck): Verdict {
  if (!check.attempted) return 'not-attempted'
  if (check.isValid === null) return 'no-answer'
  return check.isValid ? 'valid' : 'invalid'
}

/** `German VAT number (USt-IdNr.)`, or `VAT number (USt-IdNr.) of DE` while the countries are not there. */
function subject(response: ValidationResponse, country: Named | undefined): string {
  const { name, label } = response.tinInfo
  const named = name ? inSentence(name) : undefined
  const kind = named && label && name !== label ? `${named} (${label})` : (named ?? label ?? 'tax ID')
  if (country === undefined) return `${kind} of ${response.countryCode}`
  return kind.startsWith(country.adjective) ? kind : `${country.adjective} ${kind}`
}

/** Lower-cases the first letter of a name in sentence case; proper names and acronyms stay as they are. */
function inSentence(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  const plain = /^\p{Lu}\p{Ll}*$/u.test(first) && rest.every((word) => !/^\p{Lu}\p{Ll}/u.test(word))
  return plain ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

function describe(response: ValidationResponse, verdict: Verdict): string {
  const { source, format } = response.validation
  if (verdict === 'invalid') {
    const failure = response.errors[0]?.message
    if (failure) return failure
    return source.isValid === false && format.isValid
      ? 'The format is right, but the official register does not know this number.'
      : 'It does not fit the rules for this country.'
  }
  if (verdict !== 'valid') {
    return source.attempted
      ? 'The official register did not answer, so nobody can say yet. Try again later.'
      : (response.errors[0]?.message ?? 'Nothing could be checked.')
  }
  if (source.isValid) {
    const holder = response.entity.name
    return holder ? `Registered to ${holder}.` : 'It is listed in the official register.'
  }
  if (source.attempted)
    return 'The format is right. The official register did not answer, so try again later.'
  return 'The format is right. The official register was not asked.'
}

/** Puts an answer of the API into words. */
export function verdictOf(response: ValidationResponse, country?: Named): VerdictText {
  const verdict = checkVerdict(response.validation.overall)
  const what = subject(response, country)
  const titles: Record<Verdict, string> = {
    valid: `Valid ${what}`,
    invalid: `Not a valid ${what}`,
    'no-answer': `No answer for this ${what}`,
    'not-attempted': `This ${what} was not checked`,
  }
  const confidence = confidences[response.additionalInfo.confidence ?? '']
  return {
    verdict,
    title: titles[verdict],
    reason: describe(response, verdict),
    confidence: verdict === 'valid' || verdict === 'invalid' ? confidence?.[verdict] : undefined,
  }
}

/** The codes of `additionalInfo` in words, by key. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  holder: { company: 'Company', person: 'Person', any: 'Company or person' },
  check: { checksum: 'Check digit', structure: 'Make-up of the number', none: 'None published' },
  basis: { published: 'Tax office, law, OECD or EU', secondary: 'Other public pages' },
}

/** Keys that read badly as they stand. */
const terms: Readonly<Record<string, string>> = {
  basis: 'Source of the rule',
  check: 'Check there is',
  confidence: 'Verdict rests on',
  suggestionCountry: 'Country of the suggestion',
}

/** A key or value of `additionalInfo` for people: `birthDate` becomes `Birth date`. */
export function humanise(key: string): string {
  const term = terms[key]
  if (term !== undefined) return term
  const spaced = key.replace(/[_-]+/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}

/** The value of one entry of `additionalInfo`, in words where the API has a code. */
export function infoValue(key: string, value: string): string {
  if (key === 'confidence') return confidences[value]?.word ?? value
  return words[key]?.[value] ?? value
}

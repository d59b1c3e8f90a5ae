import { formatRelative } from '#web/lib/format.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { confidenceWord } from './result-text.ts'

export type ResultNote = {
  code: string
  /** Undefined if the result above already says it. */
  message: string | undefined
  isRetryable: boolean
}

type ResultNotes = { warnings: readonly ResultNote[]; errors: readonly ResultNote[] }

const inReason: ReadonlySet<string> = new Set(['NOT_REGISTERED', 'REGISTRATION_ENDED', 'SOURCE_STALE'])

/** Says nothing that the result says, and nothing twice: a register that is down is a warning and an error. */
export function resultNotes({ warnings, errors, reason }: ValidationResponse): ResultNotes {
  const unsaid = (code: string, message: string) =>
    inReason.has(code) || reason.includes(message) ? undefined : message
  const failed = new Set(errors.map(({ code }) => code))
  const hasSourceError = errors.some(({ code }) => code.startsWith('SOURCE_'))
  return {
    warnings: warnings
      .filter(({ code }) => !failed.has(code) && !(code === 'SOURCE_UNAVAILABLE' && hasSourceError))
      .map(({ code, message }) => ({ code, message: unsaid(code, message), isRetryable: false })),
    errors: errors.map(({ code, message, retryable }) => ({
      code,
      message: unsaid(code, message),
      isRetryable: retryable,
    })),
  }
}

const shownElsewhere: ReadonlySet<string> = new Set([
  'confidence',
  'nameMatch',
  'nameMatchPercent',
  'consultationNumber',
  'register',
  'registerAge',
  'requester',
  'suggestion',
  'suggestionCountry',
])

export function additionalRows({
  additionalInfo,
  tinInfo,
}: ValidationResponse): [key: string, value: string][] {
  const shown = new Set([tinInfo.formattedTin, tinInfo.name, tinInfo.label])
  return Object.entries(additionalInfo).filter(
    ([key, value]) => value !== '' && !shownElsewhere.has(key) && !shown.has(value),
  )
}

const codeLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  holder: { company: 'Company', person: 'Person', any: 'Company or person' },
  check: { checksum: 'Check digit', structure: 'Structure', none: 'None published' },
  basis: { published: 'Tax office, law, OECD or EU', secondary: 'Other public pages' },
  nameMatch: { exact: 'Exact', close: 'Close', different: 'Different', not_disclosed: 'Not compared' },
  requester: { refused: 'Not accepted by the register' },
}

const keyLabels: Readonly<Record<string, string>> = {
  basis: 'Source of the rule',
  check: 'Strongest check',
  compact: 'Without separators',
  confidence: 'Confidence',
  nameMatchPercent: 'Name match',
  consultationNumber: 'Consultation number',
  registerAge: 'Register responded',
  registerStatus: 'Status in the register',
  requester: 'Your VAT number',
  suggestionCountry: 'Country of the suggestion',
}

const acronyms = /\b(acn|gst|lei|vat)\b/gi

export function infoLabel(key: string): string {
  const label = keyLabels[key]
  if (label !== undefined) return label
  const spaced = key.replace(/[_-]+/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const sentence = spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
  return sentence.replace(acronyms, (acronym) => acronym.toUpperCase())
}

export function infoValue(key: string, value: string): string {
  if (key === 'confidence') return confidenceWord(value) ?? value
  if (key === 'registerAge') return formatRelative(new Date(-Number(value) * 1000), new Date(0))
  if (key === 'nameMatchPercent') return `${value}%`
  if (value === 'true') return 'Yes'
  if (value === 'false') return 'No'
  return codeLabels[key]?.[value] ?? value
}

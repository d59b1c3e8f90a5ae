import type { ValidationResponse } from '#worker/validation/contract.ts'

export type ResultNote = {
  code: string
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
}

const keyLabels: Readonly<Record<string, string>> = {
  basis: 'Source of the rule',
  check: 'Strongest check',
  compact: 'Without separators',
  registerStatus: 'Status in the register',
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
  if (value === 'true') return 'Yes'
  if (value === 'false') return 'No'
  return codeLabels[key]?.[value] ?? value
}

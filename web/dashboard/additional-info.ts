import { formatRelative } from '#web/lib/format.ts'
import { confidenceWord } from './result-text.ts'

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

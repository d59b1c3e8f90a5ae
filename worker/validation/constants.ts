export * from './contract/result-texts.ts'

export const KEEPABLE_SECONDS = 86_400
export const SIGNATURE_HEADER = 'X-Answer-Signature'

/** `crs`: a report under the Common Reporting Standard, DAC7 or DAC8. */
export const purposes = ['crs'] as const

export const matches = ['exact', 'close', 'different', 'not_disclosed'] as const

/** Differences between two names or addresses that don't make them different. */
export const ignoredKinds = [
  'legal_form',
  'case',
  'accents',
  'transliteration',
  'spacing',
  'abbreviation',
  'initial',
  'typo',
  'order',
  'extra',
  'other_name',
  'country',
] as const
export type IgnoredKind = (typeof ignoredKinds)[number]

/** No tax ID is longer than 20 characters; the rest is room for separators. */
export const MAX_TIN_LENGTH = 100

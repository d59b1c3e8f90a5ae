import type { Result } from './constants.ts'
import type { ValidationResponse } from './contract.ts'

type Facts = Pick<ValidationResponse, 'validation' | 'proof' | 'additionalInfo'> & {
  /** Only an old response is known, or only a source that can't confirm what was asked, or none responded. */
  isWaiting: boolean
}

/** The first that applies is the result. A number that isn't listed in an incomplete register is `format_only`. */
export const precedence: readonly (readonly [Result, (facts: Facts) => boolean])[] = [
  ['unsupported', ({ validation }) => validation.overall.isValid === null],
  ['invalid', ({ validation }) => validation.overall.isValid === false],
  [
    'different_name',
    ({ proof, additionalInfo }) => proof !== null && additionalInfo.nameMatch === 'different',
  ],
  // Whole countries, such as Germany and Spain, disclose no names. Their numbers would never be confirmed.
  ['confirmed', ({ validation }) => validation.source.isValid === true],
  ['unconfirmed', ({ isWaiting }) => isWaiting],
  ['format_only', () => true],
]

export const resultOf = (facts: Facts): Result =>
  precedence.find(([, applies]) => applies(facts))?.[0] ?? 'format_only'

const formatSentences: Readonly<Record<string, string>> = {
  checksum: 'The check digit is correct.',
  structure: 'The structure is valid.',
  format: 'The length and characters are valid.',
}

export const formatReason = (confidence: string, failure = 'No register confirmed the number.'): string =>
  `${formatSentences[confidence] ?? ''} ${failure}`.trim()

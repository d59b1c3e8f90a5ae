import type { Result } from './constants.ts'
import type { ValidationResponse } from './contract.ts'

type Facts = Pick<ValidationResponse, 'validation' | 'proof' | 'additionalInfo'> & {
  /** Only an old response is known, or only a source that can't confirm what was asked, or none responded. */
  isWaiting: boolean
}

type Rule = { result: Result; when: string; applies: (facts: Facts) => boolean }

/** The first rule that applies decides. A number that isn't listed in an incomplete register is `format_only`. */
export const precedence: readonly Rule[] = [
  {
    result: 'unsupported',
    when: 'There is no rule for the country or type, or the country issues no tax IDs.',
    applies: ({ validation }) => validation.overall.isValid === null,
  },
  {
    result: 'invalid',
    when: "The format or the check digit is wrong, or a register that responded doesn't list the number as registered.",
    applies: ({ validation }) => validation.overall.isValid === false,
  },
  {
    result: 'different_name',
    when: 'A register that responded lists the number, and its name clearly differs from the one you sent.',
    applies: ({ proof, additionalInfo }) => proof !== null && additionalInfo.nameMatch === 'different',
  },
  {
    // Whole countries, such as Germany and Spain, disclose no names. Their numbers would never be confirmed.
    result: 'confirmed',
    when: "A register that responded lists the number. The names are the same or similar, or couldn't be compared.",
    applies: ({ validation }) => validation.source.isValid === true,
  },
  {
    result: 'unconfirmed',
    when: "The register didn't respond. This is also the result if its last response is known, or if a fallback register lists the number but proves less.",
    applies: ({ isWaiting }) => isWaiting,
  },
  {
    result: 'format_only',
    when: "No register lists all numbers of this type, we aren't connected to it, or you didn't ask it.",
    applies: () => true,
  },
]

export const resultOf = (facts: Facts): Result =>
  precedence.find(({ applies }) => applies(facts))?.result ?? 'format_only'

const formatSentences: Readonly<Record<string, string>> = {
  checksum: 'The check digit is correct.',
  structure: 'The structure is valid.',
  format: 'The length and characters are valid.',
}

export const formatReason = (confidence: string, failure = 'No register confirmed the number.'): string =>
  `${formatSentences[confidence] ?? ''} ${failure}`.trim()

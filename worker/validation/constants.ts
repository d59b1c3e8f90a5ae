/** Apart from the schemas, so that a screen can use them without zod. */

/** How long after an answer a record of it can be kept. */
export const KEEPABLE_SECONDS = 86_400
/** The answer to a session has it. It proves the answer. */
export const SIGNATURE_HEADER = 'X-Answer-Signature'

/** `crs`: a report under the Common Reporting Standard, DAC7 or DAC8. */
export const purposes = ['crs'] as const

/** What a validation found, in one word. `worker/validation/result.ts` decides which. */
export const results = [
  'confirmed',
  'different_name',
  'format_only',
  'unconfirmed',
  'invalid',
  'unsupported',
] as const
export type Result = (typeof results)[number]

type ResultText = {
  word: string
  color: 'green' | 'amber' | 'blue' | 'red' | 'gray'
  /** Also for readers who don't see the number, such as those of the activity. */
  sentence: string
  advice: string
}

export const resultTexts: Readonly<Record<Result, ResultText>> = {
  confirmed: {
    word: 'Confirmed',
    color: 'green',
    sentence: "A register lists the number. If you sent a name, it matches or couldn't be compared.",
    advice: 'Accept the number. `proof` says what the register confirms.',
  },
  different_name: {
    word: 'Different name',
    color: 'amber',
    sentence: 'A register lists the number under another name.',
    advice: 'Ask your customer which name is right. `entity.name` is the registered one.',
  },
  format_only: {
    word: 'Format only',
    color: 'blue',
    sentence: 'The format is valid. No register confirmed the number.',
    advice: 'Accept it only where you need no proof of registration. Check `additionalInfo.confidence`.',
  },
  unconfirmed: {
    word: 'Unconfirmed',
    color: 'amber',
    sentence: "The format is valid, but the register didn't respond.",
    advice: "Don't reject the number, and don't rely on it. Validate it again later.",
  },
  invalid: {
    word: 'Invalid',
    color: 'red',
    sentence: 'The format, the check digit or a register rules the number out.',
    advice: 'Show `reason`, and `additionalInfo.suggestion` if there is one.',
  },
  unsupported: {
    word: 'Unsupported',
    color: 'gray',
    sentence: 'We have no rule for the country or type, or the country issues no tax IDs.',
    advice: "Don't require a number.",
  },
}

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

export const MAX_TIN_LENGTH = 100

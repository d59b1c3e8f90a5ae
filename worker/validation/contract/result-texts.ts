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

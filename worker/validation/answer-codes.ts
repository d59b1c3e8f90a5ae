import { type NoAnswerReason, noAnswerReasons } from '#worker/registers/register.ts'
import type { FailureCode } from '#worker/tin/types.ts'

type RequestError = 'UNSUPPORTED_COUNTRY' | 'UNSUPPORTED_TYPE' | 'UNSUPPORTED_KIND'

const formatErrors: Readonly<Record<Exclude<FailureCode, RequestError>, string>> = {
  NO_TIN_ISSUED: "The country doesn't issue tax IDs.",
  EMPTY: 'The value contains no letters or digits.',
  INVALID_LENGTH: 'The number has too few or too many characters.',
  INVALID_CHARACTERS: 'The number contains a character that this type never uses.',
  INVALID_FORMAT:
    'A character is in the wrong position, the number belongs to another type or country, or the text is not just a tax ID.',
  INVALID_COMPONENT: 'Part of the number, such as a date or a region, is invalid.',
  INVALID_CHECKSUM: 'The check digit is wrong.',
  NEVER_ISSUED: 'The number follows the rules, but numbers like it are never issued.',
}

/** Texts that follow the name of the register. */
export const noAnswerWords: Readonly<Record<NoAnswerReason, string>> = {
  TIMEOUT: "didn't respond in time.",
  UNREACHABLE: "couldn't be reached.",
  UNAVAILABLE: 'is currently unavailable.',
  THROTTLED: 'is receiving too many requests.',
  BLOCKED: 'is blocking our requests.',
  UNREADABLE: "sent a response that we couldn't read.",
  WRONG_NUMBER: 'responded with a different number.',
  BUSY: 'has too many lookups in progress.',
  PAUSED: 'is paused after failures or too many requests.',
  REFUSED: "doesn't accept this number.",
  NOT_COVERED: "doesn't list every number of this type, and doesn't list this one.",
}

export const answerErrors: Readonly<Record<string, string>> = {
  ...formatErrors,
  NOT_REGISTERED: 'The register has no record of the number.',
  REGISTRATION_ENDED: "The register lists the number, but it's no longer registered.",
  ...Object.fromEntries(
    Object.entries(noAnswerReasons).map(([reason, { retryable }]) => [
      `SOURCE_${reason}`,
      `The register ${noAnswerWords[reason as NoAnswerReason]}${retryable ? ' You can retry later.' : ''}`,
    ]),
  ),
}

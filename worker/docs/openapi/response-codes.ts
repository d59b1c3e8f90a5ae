import { type NoAnswerReason, noAnswerReasons } from '#worker/registers/register.ts'
import type { FailureCode, WarningCode } from '#worker/tin/types.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import { at, danishAnswer, silent } from './examples.ts'

type RequestError = 'UNSUPPORTED_COUNTRY' | 'UNSUPPORTED_TYPE' | 'UNSUPPORTED_KIND'

const formatErrors: Readonly<Record<Exclude<FailureCode, RequestError>, string>> = {
  NO_TIN_ISSUED: "The country doesn't issue tax IDs.",
  EMPTY: 'The value contains no letters or digits.',
  INVALID_LENGTH: 'The number has too few or too many characters.',
  INVALID_CHARACTERS: 'The number contains a character that this type never uses.',
  INVALID_FORMAT: 'A character is in the wrong position, or the number belongs to another type or country.',
  INVALID_COMPONENT: 'A part of the number, such as a date or a region, is impossible.',
  INVALID_CHECKSUM: 'The check digit is wrong.',
  NEVER_ISSUED: 'The number follows the rules, but numbers like it are never issued.',
}

const registerErrors = {
  NOT_REGISTERED: 'The register has no record of the number.',
  REGISTRATION_ENDED: 'The register lists the number, but it is no longer registered.',
}

function noAnswerErrors(): Record<string, string> {
  return Object.fromEntries(
    (Object.keys(noAnswerReasons) as NoAnswerReason[]).map((reason) => {
      const { errors } = addSourceResult(danishAnswer, {
        identifier: 'DK.CVR',
        lookUp: silent(reason),
        name: undefined,
        now: at,
      })
      const [{ code, message, retryable } = { code: '', message: '', retryable: false }] = errors
      return [code, `${message.replace(/^VIES/, 'The register')}${retryable ? ' You can retry later.' : ''}`]
    }),
  )
}

export const answerErrors: Readonly<Record<string, string>> = {
  ...formatErrors,
  ...registerErrors,
  ...noAnswerErrors(),
}

const formatWarnings: Readonly<Record<WarningCode, string>> = {
  CHECKSUM_NOT_VERIFIABLE:
    'Numbers like this one have no check digit that can be verified. They can still be genuine.',
  CHECKSUM_MISMATCH_TOLERATED: 'The check digit is wrong, but tax offices have issued such numbers.',
  GENERIC_NUMBER:
    "The number is a published placeholder that belongs to nobody. We don't look it up in a register.",
  NORMALISED: 'We replaced characters that look like Latin letters or digits, or removed invisible ones.',
  OLD_FORM: 'The number is written in an outdated format.',
  LEADING_ZERO_ADDED: 'Leading zeros were missing. We added them: `compact` is the full number.',
  UNUSUAL_SEPARATORS: "The separators aren't where this type of number usually has them.",
  AMBIGUOUS_TYPE: 'The number is also valid as another type in the same country.',
}

const registerWarnings = {
  SOURCE_UNAVAILABLE:
    'No register responded, so we checked only the number itself. See `errors` for the reason.',
  SOURCE_STALE: 'The register is unavailable. This is its last known response.',
  SOURCE_STAND_IN: 'The register is unavailable. This response comes from a fallback register.',
}

export const answerWarnings: Readonly<Record<string, string>> = { ...formatWarnings, ...registerWarnings }

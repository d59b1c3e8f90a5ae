import { type NoAnswerReason, noAnswerReasons } from '#worker/registers/register.ts'
import type { FailureCode, WarningCode } from '#worker/tin/types.ts'
import { addSource } from '#worker/validation/add-source.ts'
import { at, danishAnswer, silent } from './examples.ts'

type RefusedAtOnce = 'UNSUPPORTED_COUNTRY' | 'UNSUPPORTED_TYPE'

/** What is wrong with a number by itself. */
const failures: Readonly<Record<Exclude<FailureCode, RefusedAtOnce>, string>> = {
  NO_TIN_ISSUED: 'The country gives out no tax IDs.',
  EMPTY: 'There is nothing in it that could be a number.',
  INVALID_LENGTH: 'It has too few or too many characters.',
  INVALID_CHARACTERS: 'It has a character that no number of this type has.',
  INVALID_FORMAT:
    'A character stands where another kind of character belongs, or it is a number of another type or country.',
  INVALID_COMPONENT: 'A part of it, such as a date or a region, cannot be.',
  INVALID_CHECKSUM: 'The check digit is wrong.',
  NEVER_ISSUED: 'It fits its rule, but such a number is never given out.',
}

/** What a register said against the number. */
const refutations = {
  NOT_REGISTERED: 'The register does not hold the number.',
  REGISTRATION_ENDED: 'The register holds the number, but it is not registered.',
}

/** Why a register gave no answer, in the words in which callers are told. */
function silences(): Record<string, string> {
  return Object.fromEntries(
    (Object.keys(noAnswerReasons) as NoAnswerReason[]).map((reason) => {
      const told = addSource(danishAnswer, {
        identifier: 'DK.CVR',
        lookUp: silent(reason),
        name: undefined,
        now: at,
      }).errors.map(({ code, message, retryable }) => ({ code, text: message, retryable }))
      const [{ code, text, retryable } = { code: '', text: '', retryable: false }] = told
      const again = retryable ? ' Another try may help.' : ''
      return [code, `${text.replace(/^VIES/, 'The register')}${again}`]
    }),
  )
}

/** `errors[].code` of an answer. */
export const answerErrors: Readonly<Record<string, string>> = { ...failures, ...refutations, ...silences() }

const ofNumber: Readonly<Record<WarningCode, string>> = {
  CHECKSUM_NOT_VERIFIABLE:
    'Such a number has no check digit that could be checked, and is genuine all the same.',
  CHECKSUM_MISMATCH_TOLERATED: 'The check digit is wrong, but tax offices have given out such numbers.',
  GENERIC_NUMBER: 'It is a published dummy number and nobody’s. No register is asked.',
  NORMALISED:
    'Characters that only look like Latin letters and digits were replaced, or unseen ones left out.',
  OLD_FORM: 'It is written in a form that is out of date.',
  AMBIGUOUS_TYPE: 'It is a valid number of another type of the country too.',
}

const ofRegister = {
  SOURCE_UNAVAILABLE: 'No register answered, so only the number itself was checked. `errors` says why.',
  SOURCE_STALE: 'The register has no answer now: this is what was said a while ago.',
  SOURCE_STAND_IN: 'The register has no answer now: another was asked in its place.',
}

/** `warnings[].code` of an answer. */
export const answerWarnings: Readonly<Record<string, string>> = { ...ofNumber, ...ofRegister }

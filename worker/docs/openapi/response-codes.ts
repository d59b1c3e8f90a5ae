import { MAX_COLUMNS, MAX_ROW_LENGTH, MAX_ROW_LINES } from '#worker/batches/contract.ts'
import { formatNumber } from '#worker/docs/fill.ts'
import type { WarningCode } from '#worker/tin/types.ts'

const formatWarnings: Readonly<Record<WarningCode, string>> = {
  CHECKSUM_NOT_VERIFIABLE:
    'Numbers like this one have no check digit that can be verified. They can still be genuine.',
  CHECKSUM_MISMATCH_TOLERATED: 'The check digit is wrong, but tax offices have issued such numbers.',
  GENERIC_NUMBER:
    "The number is a published placeholder that belongs to nobody. We don't look it up in a register.",
  NORMALIZED:
    'We replaced characters that look like Latin letters or digits, or removed invisible ones or a trailing ".0".',
  OLD_FORM: 'The number is written in an outdated format.',
  LEADING_ZERO_ADDED: 'Leading zeros were missing. We added them: `compact` is the full number.',
  UNUSUAL_SEPARATORS: "The separators aren't where this type of number usually has them.",
  AMBIGUOUS_TYPE: 'The number is also valid as another type in the same country.',
}

const registerWarnings = {
  SOURCE_UNAVAILABLE:
    'No register responded, so we checked only the number itself. See `errors` for the reason.',
  SOURCE_STALE: 'The register is unavailable. This is its last known response.',
  REGISTRATION_ENDED: 'According to that response, the number was no longer registered.',
  SOURCE_FALLBACK:
    "The register is unavailable or doesn't cover the number. This response comes from a fallback register.",
}

const recordWarnings = {
  RECORD_NOT_KEPT:
    "You asked for a record, but we couldn't keep it. Repeat the request with the same `Idempotency-Key`, or store the response.",
}

export const answerWarnings: Readonly<Record<string, string>> = {
  ...formatWarnings,
  ...registerWarnings,
  ...recordWarnings,
}

export const rowProblems: Readonly<Record<string, string>> = {
  INVALID_INPUT: 'A field of the row is missing or invalid. The message says which one.',
  UNSUPPORTED_COUNTRY: "We don't support this country. The message says why.",
  UNSUPPORTED_TYPE: 'The country has no such type.',
  UNSUPPORTED_KIND: 'The country, or the `type` of the row, has no numbers of this `kind`.',
  NOT_JSON: "The line isn't a JSON object.",
  UNCLOSED_QUOTE: `A quotation mark in the line isn't closed within ${MAX_ROW_LINES} lines.`,
  TOO_LONG: `The row has more than ${formatNumber(MAX_ROW_LENGTH)} characters or ${MAX_COLUMNS} columns.`,
}

export const RECEIPT_DAYS = 30
/** Of an organization, at once. */
export const MAX_RECEIPTS = 200
/** How long after an answer its receipt can be created. */
export const SHAREABLE_SECONDS = 86_400
/** The answer to a session has it. It proves the answer. */
export const SIGNATURE_HEADER = 'X-Answer-Signature'

/** Apart from the schemas, so that a screen can use them without zod. */

/** How long after an answer its receipt can be created. */
export const SHAREABLE_SECONDS = 86_400
/** The answer to a session has it. It proves the answer. */
export const SIGNATURE_HEADER = 'X-Answer-Signature'

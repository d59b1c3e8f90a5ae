/** Apart from the schemas, so that a screen can use them without zod. */
export const RECEIPT_DAYS = 30
export const MAX_RECEIPTS = 200

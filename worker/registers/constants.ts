/** What an entry proves: registered for VAT or sales tax, with customs, as a taxpayer, a registered business, or only that the entity exists. */
export const proofs = [
  'vat-registration',
  'customs-registration',
  'tax-registration',
  'business',
  'legal-entity',
] as const
export type Proof = (typeof proofs)[number]

/** What an entry proves: registered for VAT or sales tax, or with customs, a registered business, or only that the entity exists. */
export const proofs = ['vat-registration', 'customs-registration', 'business', 'legal-entity'] as const
export type Proof = (typeof proofs)[number]

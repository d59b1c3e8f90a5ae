/** What an entry proves, from a VAT or sales tax registration down to the mere existence of the entity. */
export const proofs = [
  'vat_registration',
  'customs_registration',
  'tax_registration',
  'business',
  'legal_entity',
] as const
export type Proof = (typeof proofs)[number]

export const INSEE = 'https://api.insee.fr/api-sirene/3.11'
export const MINHA_RECEITA = 'https://minhareceita.org'
export const DNS_OVER_HTTPS = 'https://cloudflare-dns.com'

import type { Proof } from '#worker/registers/constants.ts'
import { countriesOf, type Register } from '#worker/registers/register.ts'
import { countries } from '#worker/tin/index.ts'

const proofTexts: Readonly<Record<Proof, string>> = {
  'vat-registration': 'VAT or sales tax registration',
  'customs-registration': 'customs registration',
  'tax-registration': 'tax registration',
  business: 'business registration',
  'legal-entity': 'that the legal entity exists',
}

/** By register, the proofs that its client in `registers/` returns. */
export const registerProofs: Readonly<Record<string, readonly Proof[]>> = {
  vies: ['vat-registration'],
  eos: ['customs-registration'],
  brreg: ['vat-registration', 'business'],
  hmrc: ['vat-registration'],
  gbeori: ['customs-registration'],
  abn: ['vat-registration', 'business'],
  adis: ['vat-registration'],
  ares: ['vat-registration', 'business'],
  anaf: ['vat-registration', 'business'],
  prh: ['vat-registration', 'business'],
  uid: ['vat-registration', 'business'],
  nts: ['vat-registration', 'business'],
  sirene: ['vat-registration', 'business'],
  receita: ['business'],
  acra: ['business'],
  gcis: ['business'],
  fia: ['business'],
  nzbn: ['business'],
  invoice: ['vat-registration'],
  ruz: ['business'],
  rpo: ['business'],
  ica: ['business'],
  ised: ['business'],
  ariregister: ['business'],
  hacienda: ['business'],
  hkcr: ['business'],
  rues: ['business'],
  evatr: ['vat-registration'],
  whitelist: ['vat-registration', 'business'],
  kra: ['tax-registration'],
  rdvat: ['vat-registration'],
  bolagsverket: ['business'],
  nav: ['tax-registration'],
  aade: ['vat-registration', 'business'],
  grp: ['tax-registration'],
  gleif: ['legal-entity'],
  peppol: ['business'],
}

export const proofs = ({ id }: Register): string =>
  (registerProofs[id] ?? []).map((proof) => proofTexts[proof]).join(', or ')

const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code

/** Countries in words: more than three are a number. */
export function coverageOf(register: Register): string {
  const codes = countriesOf(register)
  return codes.length > 3 ? `${codes.length} countries` : codes.map(nameOf).join(', ')
}

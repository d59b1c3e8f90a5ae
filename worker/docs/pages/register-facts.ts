import type { Proof } from '#worker/registers/constants.ts'
import { countriesOf, type Register } from '#worker/registers/register.ts'
import { countries } from '#worker/tin/index.ts'

const proofTexts: Readonly<Record<Proof, string>> = {
  vat_registration: 'VAT or sales tax registration',
  customs_registration: 'customs registration',
  tax_registration: 'tax registration',
  business: 'business registration',
  legal_entity: 'that the legal entity exists',
}

export const registerProofs: Readonly<Record<string, readonly Proof[]>> = {
  vies: ['vat_registration'],
  eos: ['customs_registration'],
  brreg: ['vat_registration', 'business'],
  hmrc: ['vat_registration'],
  gbeori: ['customs_registration'],
  abn: ['vat_registration', 'business'],
  adis: ['vat_registration'],
  ares: ['vat_registration', 'business'],
  anaf: ['vat_registration', 'business'],
  prh: ['vat_registration', 'business'],
  uid: ['vat_registration', 'business'],
  nts: ['vat_registration', 'business'],
  sirene: ['vat_registration', 'business'],
  receita: ['business'],
  acra: ['business'],
  gcis: ['business'],
  fia: ['business'],
  nzbn: ['business'],
  invoice: ['vat_registration'],
  ruz: ['business'],
  rpo: ['business'],
  ica: ['business'],
  ised: ['business'],
  ariregister: ['business'],
  hacienda: ['business'],
  hkcr: ['business'],
  rues: ['business'],
  evatr: ['vat_registration'],
  whitelist: ['vat_registration', 'business'],
  kra: ['tax_registration'],
  rdvat: ['vat_registration'],
  bolagsverket: ['business'],
  nav: ['tax_registration'],
  aade: ['vat_registration', 'business'],
  grp: ['tax_registration'],
  gleif: ['legal_entity'],
  peppol: ['business'],
}

export const proofs = ({ id }: Register): string =>
  (registerProofs[id] ?? []).map((proof) => proofTexts[proof]).join(', or ')

const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code

export function coverageOf(register: Register): string {
  const codes = countriesOf(register)
  return codes.length > 3 ? `${codes.length} countries` : codes.map(nameOf).join(', ')
}

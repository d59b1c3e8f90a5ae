import type { Proof, Register } from '#worker/registers/register.ts'
import { countries } from '#worker/tin/index.ts'

const proofTexts: Readonly<Record<Proof, string>> = {
  'vat-registration': 'Registered for VAT or sales tax',
  business: 'Registered business',
  'legal-entity': 'Existing legal entity',
}

/** By register, the proofs that its client in `registers/clients/` returns. */
export const registerProofs: Readonly<Record<string, readonly Proof[]>> = {
  vies: ['vat-registration'],
  brreg: ['vat-registration', 'business'],
  hmrc: ['vat-registration'],
  abn: ['vat-registration', 'business'],
  ares: ['vat-registration', 'business'],
  anaf: ['vat-registration', 'business'],
  prh: ['vat-registration', 'business'],
  uid: ['vat-registration', 'business'],
  nts: ['vat-registration', 'business'],
  sirene: ['business'],
  receita: ['business'],
  acra: ['business'],
  gcis: ['business'],
  nzbn: ['business'],
  invoice: ['vat-registration'],
  ruz: ['business'],
  ica: ['business'],
  ised: ['business'],
  ariregister: ['business'],
  gleif: ['legal-entity'],
}

export function proofs({ id }: Register): string {
  const known = registerProofs[id]
  if (!known) throw new Error(`Add ${id} to register-facts.ts`)
  return known
    .map((proof) => proofTexts[proof])
    .join(', or ')
    .replace(/, or R/, ', or r')
}

const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code

/** Countries in words: more than three are a number. */
export function coverageOf({ identifiers, fallbackFor = {} }: Register): string {
  const types = identifiers.length > 0 ? identifiers : Object.keys(fallbackFor)
  const codes = [...new Set(types.map((type) => type.slice(0, 2)))]
  return codes.length > 3 ? `${codes.length} countries` : codes.map(nameOf).join(', ')
}

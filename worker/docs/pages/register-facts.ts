import { type Proof, proofs } from '#worker/registers/constants.ts'
import { countriesOf, type Register } from '#worker/registers/register.ts'
import { proofOf } from '#worker/registers/sources.ts'
import { countries } from '#worker/tin/index.ts'

const proofTexts: Readonly<Record<Proof, string>> = {
  vat_registration: 'VAT or sales tax registration',
  customs_registration: 'customs registration',
  tax_registration: 'tax registration',
  business: 'business registration',
  legal_entity: 'that the legal entity exists',
}

/** Also confirmed, depending on the entry or on whether the register is a fallback. */
const others: Readonly<Record<string, Proof>> = {
  abn: 'business',
  nts: 'business',
  sirene: 'vat_registration',
}

export function confirmedBy({ id, proves = 'business', provesVatOf }: Register): Proof[] {
  const confirmed = [provesVatOf && 'vat_registration', proves, others[id]]
  return proofs.filter((proof) => confirmed.includes(proof))
}

const inWords = (confirmed: readonly Proof[]): string =>
  confirmed.map((proof) => proofTexts[proof]).join(', or ')

export const confirmedText = (register: Register): string => inWords(confirmedBy(register))

export function confirmedOfType(register: Register, type: string): string {
  const most = proofOf(register, type)
  return inWords(register.provesVatOf || most === 'business' ? [most] : confirmedBy(register))
}

const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code

export function coverageOf(register: Register): string {
  const codes = countriesOf(register)
  return codes.length > 3 ? `${codes.length} countries` : codes.map(nameOf).join(', ')
}

/**
 * Facts about the company that runs this deployment, for the terms, the privacy policy and the data processing agreement.
 * While one is empty, the pages show its name in brackets, and a build for a real domain fails.
 */
export const company = {
  /** With its legal form, as in the commercial register. */
  legalName: '',
  /** Street, postal code and city. */
  address: '',
  /** Of its seat, such as Germany. Its law applies. */
  country: '',
  representedBy: '',
  /** The commercial register and the number in it. */
  registration: '',
  vatNumber: '',
  courtCity: '',
  privacyEmail: '',
  /** Name and contact, or `none` if the law requires none. */
  dataProtectionOfficer: '',
  dataProtectionAuthority: '',
}

type Company = typeof company

const isMissing = (value: string) => value.trim() === ''

export const shownCompany = (): Company => ({
  ...company,
  ...Object.fromEntries(
    Object.entries(company).flatMap(([name, value]) => (isMissing(value) ? [[name, `[${name}]`]] : [])),
  ),
})

/** Throws if a fact is missing for a domain that isn't reserved for examples (RFC 2606). */
export function assertCompany(origin: string, facts: Company = company): void {
  const missing = Object.entries(facts).flatMap(([name, value]) => (isMissing(value) ? [name] : []))
  if (missing.length > 0 && !new URL(origin).hostname.endsWith('.example'))
    throw new Error(`worker/docs/legal/company.ts lacks ${missing.join(', ')}`)
}

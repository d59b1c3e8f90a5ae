import type { ValidationResponse } from '#worker/validation/contract.ts'

export type TryRequest = { countryCode: string; tin: string; name?: string; source?: false }

export const examples = [
  { label: 'Confirmed', request: { countryCode: 'DE', tin: 'DE999999995', name: 'SANDBOX CO. LIMITED' } },
  { label: 'Different name', request: { countryCode: 'NL', tin: 'NL999999996B94', name: 'Sandbox Company' } },
  { label: 'Typo', request: { countryCode: 'BE', tin: 'BE0999999926' } },
] as const satisfies readonly { label: string; request: TryRequest }[]

const at = '2026-11-26T09:00:00.000Z'
const passed = { attempted: true, isValid: true, timestamp: at }

/** The sandbox's answer to the first example, which the page shows before anyone asks for it. */
export const firstAnswer: ValidationResponse = {
  referenceId: 'c3b1a5de-7d0a-4f0e-9f5c-2f6f1f0c8a11',
  live: false,
  countryCode: 'DE',
  tin: 'DE999999995',
  requestDate: at,
  result: 'confirmed',
  reason: 'VIES lists this number as registered for VAT or sales tax.',
  proof: 'vat_registration',
  validation: { format: passed, source: passed, overall: passed },
  tinInfo: { label: 'USt-IdNr.', name: 'VAT identification number', formattedTin: 'DE999999995' },
  entity: { name: 'Sandbox Company Ltd', address: '1 Example Street, 00000 Sandbox City' },
  nameComparison: {
    match: 'exact',
    score: 100,
    requested: 'sandbox',
    registered: 'sandbox',
    ignored: [
      { kind: 'case', requested: 'SANDBOX', registered: 'Sandbox' },
      { kind: 'legal_form', requested: 'CO LIMITED', registered: 'Company Ltd' },
    ],
  },
  addressComparison: null,
  warnings: [],
  errors: [],
  additionalInfo: {
    type: 'DE.VAT',
    holder: 'any',
    check: 'checksum',
    basis: 'published',
    localName: 'Umsatzsteuer-Identifikationsnummer',
    confidence: 'register',
    compact: '999999995',
    register: 'VIES',
    registerAge: '0',
    registeredOn: '2000-01-01',
    nameMatch: 'exact',
    nameMatchPercent: '100',
  },
}

import { isZeros } from '../checks/digits.ts'
import { allZeros, countryWithOneType } from '../country-rule.ts'

export const tz = countryWithOneType(
  { code: 'TZ', name: 'Tanzania', adjective: 'Tanzanian' },
  {
    id: 'TZ.TIN',
    name: 'Taxpayer identification number and VAT registration number',
    noun: 'TIN or VRN',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [
      { pattern: 'ddddddddd', mask: '###-###-###' },
      { pattern: 'dddddddda', mask: '##-######-#' },
    ],
    verify: (n) => (isZeros(n, 0, 8) ? allZeros : undefined),
    facts: (n) => (/[A-Z]$/.test(n) ? { kind: 'VAT registration number (VRN)' } : undefined),
  },
)

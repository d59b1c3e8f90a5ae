import { countryWithOneType } from '../country-rule.ts'

export const sz = countryWithOneType(
  { code: 'SZ', name: 'Eswatini', adjective: 'Eswatini' },
  {
    id: 'SZ.TIN',
    name: 'Taxpayer identification number',
    kinds: ['tin', 'vat'],
    // Eswatini Revenue Service, payment references: nine digits.
    forms: [{ pattern: 'ddddddddd' }],
  },
)

import { countryWithOneType } from '../country-rule.ts'

export const bs = countryWithOneType(
  { code: 'BS', name: 'Bahamas', adjective: 'Bahamian' },
  {
    id: 'BS.TIN',
    name: 'Tax Identification Number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)

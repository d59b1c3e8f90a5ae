import { countryWithOneType } from '../country-rule.ts'

export const pg = countryWithOneType(
  { code: 'PG', name: 'Papua New Guinea', adjective: 'Papua New Guinean' },
  {
    id: 'PG.TIN',
    name: 'Taxpayer Identification Number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)

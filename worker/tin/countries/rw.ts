import { countryWithOneType } from '../country-rule.ts'

export const rw = countryWithOneType(
  { code: 'RW', name: 'Rwanda', adjective: 'Rwandan' },
  {
    id: 'RW.TIN',
    name: 'Taxpayer identification number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)

import { countryWithOneType } from '../country-rule.ts'

export const mw = countryWithOneType(
  { code: 'MW', name: 'Malawi', adjective: 'Malawian' },
  {
    id: 'MW.TPIN',
    name: 'Taxpayer identification number',
    basis: 'secondary',
    forms: [{ pattern: 'dddddddd' }],
  },
)

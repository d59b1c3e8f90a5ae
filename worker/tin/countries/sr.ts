import { countryWithOneType } from '../country-rule.ts'

export const sr = countryWithOneType(
  { code: 'SR', name: 'Suriname', adjective: 'Surinamese' },
  {
    id: 'SR.FIN',
    name: 'Fiscal identification number',
    localName: 'Fiscaal identificatienummer',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd' }],
  },
)

import { countryWithOneType } from '../country-rule.ts'

export const zm = countryWithOneType(
  { code: 'ZM', name: 'Zambia', adjective: 'Zambian' },
  {
    id: 'ZM.TPIN',
    name: 'Taxpayer identification number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd' }],
  },
)

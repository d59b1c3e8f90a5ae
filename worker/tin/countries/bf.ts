import { countryWithOneType } from '../country-rule.ts'

export const bf = countryWithOneType(
  { code: 'BF', name: 'Burkina Faso', adjective: 'Burkinabe' },
  {
    id: 'BF.IFU',
    name: 'Unique tax identifier',
    localName: 'Identifiant Financier Unique',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddda' }],
  },
)

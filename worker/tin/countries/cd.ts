import { countryWithOneType } from '../country-rule.ts'

export const cd = countryWithOneType(
  { code: 'CD', name: 'DR Congo', adjective: 'Congolese' },
  {
    id: 'CD.NIF',
    name: 'Tax number',
    localName: 'Numéro Impôt',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'addddddda' }],
  },
)

import { countryWithOneType } from '../country-rule.ts'

export const ml = countryWithOneType(
  { code: 'ML', name: 'Mali', adjective: 'Malian' },
  {
    id: 'ML.NIF',
    name: 'Tax identification number',
    localName: 'Numéro d’Identification Fiscale',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddda' }],
  },
)
